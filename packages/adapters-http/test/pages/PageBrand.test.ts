import { expect, it } from "vitest"
import { stylesheetIn, stylesheetNamed } from "../../src/pages/brandStylesheet.ts"
import { browserFile } from "../../src/pages/browserFile.ts"
import { initialOf, type PageBrand, titleOf } from "../../src/pages/PageBrand.ts"

it("the initial of a name is its first letter or digit, whole, in capitals", () => {
  for (const [name, initial] of [
    ["corner shop", "C"],
    ["«Үй» дүкені", "Ү"],
    ["3 pigs", "3"],
    ["متجر", "م"],
    ["é".normalize("NFD"), "É".normalize("NFD")],
    ["👩‍👩‍👧‍👦 family", "F"],
    ["👩‍👩‍👧‍👦", "👩‍👩‍👧‍👦"]
  ] as const)
    expect(initialOf(name), name).toBe(initial)
})

it("a name that is read from the right is kept apart from the rest of the title", () => {
  const brand = (name: string) => ({ name }) as PageBrand
  expect(titleOf(null, "Paid")).toBe("Paid")
  expect(titleOf(brand("Corner Shop"), "Paid")).toBe("Corner Shop · Paid")
  expect(titleOf(brand("שוק"), "Paid")).toBe("\u2068שוק\u2069 · Paid")
})

it("a stylesheet in a colour is named by it and by its content, and made from its name alone", () => {
  const sheet = stylesheetIn("#0a7d5c")
  expect(sheet.name).toMatch(/^page-0a7d5c-[0-9a-f]{16}\.css$/)
  expect(stylesheetNamed(sheet.name)).toBe(sheet)
  expect(stylesheetNamed(sheet.name.replace("0a7d5c", "0a7d5d"))).toBeUndefined()
  for (let each = 0; each < 200; each++) stylesheetIn(`#0000${each.toString(16).padStart(2, "0")}`)
  expect(stylesheetNamed(sheet.name)).toEqual(sheet)
  expect(stylesheetIn(null).name).toMatch(/^page-[0-9a-f]{16}\.css$/)
})

it("accents are made for the grounds that pages have", () => {
  const css = browserFile("page.css")
  for (const ground of ["--ground: #f3f4f7", "--card: #ffffff", "--inset: #1e2430", "--card: #171b24"])
    expect(css).toContain(ground)
})
