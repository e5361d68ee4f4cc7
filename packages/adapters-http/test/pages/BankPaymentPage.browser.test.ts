import type { Page } from "playwright-core"
import { encode } from "uqr"
import { expect, it } from "vitest"
import { findsBank } from "../../src/pages/bankSearch.ts"
import { eventually, inChromium, wide } from "../visitor.ts"
import { bankLink, bankViews, choosing, manyBanks } from "./bankViews.ts"
import { bankPage, startPageHost } from "./PageHost.ts"

const start = () => {
  const { awaiting, choosing: first, contacting } = bankViews
  return startPageHost({
    awaiting: bankPage(awaiting),
    choosing: bankPage(first),
    many: bankPage(bankViews.manyBanks),
    contacting: bankPage(contacting)
  })
}

inChromium("the page of a fiat invoice in Chromium", (visit) => {
  /**
   * The modules of the QR code as they are on the screen: the middle of each is dark or not. The ground is rounded off
   * at the four corners of the quiet zone, which count as white.
   */
  const modulesOnScreen = async (
    page: Page,
    size: number
  ): Promise<ReadonlyArray<ReadonlyArray<boolean>>> => {
    const picture = (await page.locator(".transfer .qr svg").screenshot()).toString("base64")
    await using painter = await visit()
    return await painter.page.evaluate(
      async ([base64, count]) => {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
        const image = await createImageBitmap(new Blob([bytes]))
        const canvas = new OffscreenCanvas(image.width, image.height)
        const context = canvas.getContext("2d")
        context?.drawImage(image, 0, 0)
        const isCorner = (row: number, column: number) =>
          row % (count - 1) === 0 && column % (count - 1) === 0
        const isDark = (row: number, column: number) => {
          if (isCorner(row, column)) return false
          const x = Math.floor(((column + 0.5) * image.width) / count)
          const y = Math.floor(((row + 0.5) * image.height) / count)
          return (context?.getImageData(x, y, 1, 1).data[0] ?? 255) < 128
        }
        const indexes = Array.from({ length: count }, (_, index) => index)
        return indexes.map((row) => indexes.map((column) => isDark(row, column)))
      },
      [picture, size] as const
    )
  }

  it.each(["light", "dark"] as const)(
    "paints the bank's link as a QR code in %s, module by module",
    async (colorScheme) => {
      await using host = await start()
      await using visitor = await visit({ ...wide, colorScheme, deviceScaleFactor: 2 })
      await visitor.page.goto(host.url("awaiting"))
      const { data, size } = encode(bankLink, { ecc: "M", border: 4 })
      expect(await modulesOnScreen(visitor.page, size)).toEqual(data)
    }
  )

  it("shows its own address as a QR code where the screen is wide, and not on a phone", async () => {
    await using host = await start()
    await using visitor = await visit()
    const { page } = visitor
    // Nor is the bank's code there to be scanned, where the button leads to the bank.
    await page.goto(host.url("awaiting"))
    expect(await page.getByRole("link", { name: "Pay with" }).isVisible()).toBe(true)
    expect(await page.getByText("Scan the code").isVisible()).toBe(false)
    await page.goto(host.url("choosing"))
    const code = page.getByRole("img", { name: "QR code of this page" })
    expect(await code.isVisible()).toBe(false)
    await page.setViewportSize(wide.viewport)
    expect(await code.isVisible()).toBe(true)
    const { data, size } = encode(choosing.pageUrl, { ecc: "M", border: 4 })
    expect(await modulesOnScreen(page, size)).toEqual(data)
  })

  it("keeps the focus and the opened choice of another bank when the page changes", async () => {
    await using host = await start()
    await using visitor = await visit()
    const { page, complaints } = visitor
    await page.goto(host.url("contacting"))
    await eventually(() => host.streamCount()).toBe(1)
    await page.getByText("Choose another bank").click()
    const other = page.getByRole("button", { name: "Kaspi Bank" })
    await other.focus()

    host.set("contacting", bankPage(bankViews.awaiting))
    host.publish()
    await eventually(() => page.getByRole("link", { name: "Pay with" }).count()).toBe(1)
    expect(await other.isVisible()).toBe(true)
    expect(await page.locator(":focus").textContent()).toBe("Kaspi Bank")
    await eventually(() => page.locator("#announcer").textContent()).toBe("Confirm the payment at your bank")

    host.set("contacting", bankPage(bankViews.late))
    host.publish()
    await eventually(() => page.locator(":focus").getAttribute("id")).toBe("page")
    expect(complaints).toEqual([])
  })

  const found = (page: Page) => page.locator(".bank-list li:visible").allTextContents()

  it("finds banks as one types, by the server's rule, and keeps what was typed when the page changes", async () => {
    await using host = await start()
    await using visitor = await visit()
    const { page, complaints } = visitor
    await page.goto(host.url("many"))
    await eventually(() => host.streamCount()).toBe(1)
    const field = page.getByRole("searchbox", { name: "Search for your bank" })
    expect(await page.getByRole("button", { name: "Find", exact: true }).isVisible()).toBe(false)
    const names = manyBanks(40).map(({ name }) => name)
    for (const typed of [
      "CREDIT ile",
      "елка",
      "санкт-петерб",
      "ＢＡＮＫ",
      "«»",
      "الراجحي",
      "a 2",
      "İle",
      "zzz"
    ]) {
      await field.fill(typed)
      expect(await found(page), typed).toEqual(names.filter(findsBank(typed)))
    }
    const said = page.locator("#banks-found")
    expect(await said.textContent()).toBe("No bank in the list has this name. Check the spelling.")
    await page.getByRole("link", { name: "Show all banks" }).click()
    expect(await said.textContent()).toBe("Banks found: 40")
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true)

    await field.pressSequentially("ёлка")
    // The same page again does not touch what is typed; another one takes it over.
    const requests = host.pageRequests()
    await field.evaluate((element) => element.setAttribute("data-same", ""))
    await page.evaluate(() => {
      for (const look of ["look", "look"]) document.dispatchEvent(new Event(look))
    })
    // The second look begins when the first is over.
    await eventually(() => host.pageRequests()).toBe(requests + 2)
    expect(await page.locator("[data-same]").count()).toBe(1)
    host.set("many", bankPage({ ...bankViews.manyBanks, unmatched: "held" }))
    host.publish()
    await eventually(() => page.getByText("A payment arrived that could not be counted").count()).toBe(1)
    expect(await page.locator("[data-same]").count()).toBe(0)
    expect(await field.inputValue()).toBe("ёлка")
    await field.press("End")
    await field.pressSequentially(" 2")
    expect(await found(page)).toEqual(["Ёлка Банк 2"])

    // Enter leads to the bank and chooses none.
    await field.press("Enter")
    expect(await page.locator(":focus").textContent()).toBe("Ёлка Банк 2")
    expect(new URL(page.url()).search).toBe("")
    expect(complaints).toEqual([])
  })

  it("keeps the amount in sight of a phone above the longest list, and beside it on a desktop", async () => {
    const banks = manyBanks(500)
    await using host = await startPageHost({ many: bankPage({ ...choosing, banks }) })
    await using visitor = await visit()
    const { page } = visitor
    await page.goto(host.url("many"))
    const amount = await page.locator(".amount").boundingBox()
    expect((amount?.y ?? 740) + (amount?.height ?? 0)).toBeLessThan(400)
    await page.setViewportSize(wide.viewport)
    await page.getByRole("button", { name: banks[499]?.name ?? "", exact: true }).scrollIntoViewIfNeeded()
    expect(await page.locator(".amount").isVisible()).toBe(true)
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(1200)
  })
})
