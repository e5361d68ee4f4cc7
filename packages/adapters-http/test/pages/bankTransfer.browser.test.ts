import type { Page } from "playwright-core"
import decodeQr from "qr/decode.js"
import { expect, it } from "vitest"
import { eventually, inChromium, wide } from "../visitor.ts"
import { bankViews } from "./bankViews.ts"
import { bankPage, startPageHost } from "./PageHost.ts"
import { longestInstructions } from "./transferViews.ts"

const { transferEuros, transferRoubles } = bankViews

inChromium("what to transfer, in Chromium", (visit) => {
  /** What a phone reads from the screen: the part of the page that the code stands in, read by another library. */
  const scanned = async (page: Page): Promise<string> => {
    const picture = (await page.locator(".about").screenshot()).toString("base64")
    const { height, reds, width } = await page.evaluate(async (base64) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
      const image = await createImageBitmap(new Blob([bytes]))
      const { height, width } = image
      const context = new OffscreenCanvas(width, height).getContext("2d")
      context?.drawImage(image, 0, 0)
      const pixels = context?.getImageData(0, 0, width, height).data ?? []
      // As a text, because a list of so many numbers takes seconds to come over.
      let reds = ""
      for (let at = 0; at < pixels.length; at += 4) reds += String.fromCharCode(pixels[at] ?? 0)
      return { width, height, reds }
    }, picture)
    const data = Uint8Array.from([...reds].flatMap((red) => Array(3).fill(red.charCodeAt(0))))
    // How much it tries is not to depend on how fast the machine is.
    return decodeQr({ width, height, data }, { timeLimit: Number.POSITIVE_INFINITY })
  }

  /** What the buttons of the page copy, by what they are called. */
  const words = async (page: Page): Promise<ReadonlyMap<string | null, string | null>> => {
    const rows = await page.locator(".transfer .facts > div").all()
    return new Map(
      await Promise.all(
        rows.map(async (row) => {
          const value = await row.locator("button").getAttribute("data-copy")
          return [await row.locator("dt").textContent(), value] as const
        })
      )
    )
  }

  it("has a code that holds what the page says in words: for euros as EPC, for roubles as GOST", async () => {
    await using host = await startPageHost({
      euros: bankPage(transferEuros),
      roubles: bankPage(transferRoubles)
    })
    await using visitor = await visit({ ...wide, viewport: { width: 1440, height: 900 } })
    const { page } = visitor
    await page.goto(host.url("euros"))
    const euros = await words(page)
    expect((await scanned(page)).split("\n")).toEqual([
      ...["BCD", "002", "1", "SCT"],
      ...["BIC", "Beneficiary", "Account (IBAN)"].map((name) => euros.get(name)),
      `EUR${Number(euros.get("Amount")).toFixed(2)}`,
      "",
      euros.get("Reference (as the purpose of the transfer)")
    ])
    await page.goto(host.url("roubles"))
    const roubles = await words(page)
    expect((await scanned(page)).split("|")).toEqual([
      "ST00012",
      `Name=${roubles.get("Beneficiary")}`,
      `PersonalAcc=${roubles.get("Account number")}`,
      `BankName=${roubles.get("Bank of the beneficiary")}`,
      `BIC=${roubles.get("BIC")}`,
      `CorrespAcc=${roubles.get("Correspondent account")}`,
      `Sum=${Number(roubles.get("Amount")) * 100}`,
      `Purpose=${roubles.get("Purpose of the transfer")}`,
      `PayeeINN=${roubles.get("INN (tax number)")}`,
      `KPP=${roubles.get("KPP (tax registration code)")}`
    ])
  })

  it("has a code that is read from a dark phone too, with names and purposes as long as they may be", async () => {
    const views = [
      { ...transferEuros, chosen: { ...transferEuros.chosen, instructions: longestInstructions.EUR } },
      { ...transferRoubles, chosen: { ...transferRoubles.chosen, instructions: longestInstructions.RUB } }
    ]
    await using host = await startPageHost({})
    await using visitor = await visit({ deviceScaleFactor: 2, colorScheme: "dark" })
    for (const view of views) {
      host.set("longest", bankPage(view))
      await visitor.page.goto(host.url("longest"))
      expect(await scanned(visitor.page)).toBe(view.chosen.instructions.qrPayload)
    }
  })

  it("is copied as banks read it, by its button and where it was selected", async () => {
    await using host = await startPageHost({ euros: bankPage(transferEuros) })
    await using visitor = await visit({ permissions: ["clipboard-read", "clipboard-write"] })
    const { complaints, page } = visitor
    const clipboard = () => eventually(() => page.evaluate(() => navigator.clipboard.readText()))
    await page.goto(host.url("euros"))
    await page.locator("html.scripted").waitFor()
    await page.getByRole("button", { name: "Copy: Reference" }).click()
    await clipboard().toBe("RF1753150735673")
    await eventually(() => page.locator("#announcer").textContent()).toContain("Copied: Reference")
    await page.getByText("DE89 3704 0044 0532 0130 00").dblclick()
    await page.keyboard.press("Control+C")
    await clipboard().toBe("DE89370400440532013000")
    expect(complaints).toEqual([])
  })
})
