import type { Browser, BrowserContextOptions, Page } from "playwright-core"
import { encode } from "uqr"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { chromiumRunsHere, launchChromium } from "../chromium.ts"
import { pageWidth, startVisit, violationsInLightAndDark } from "../visitor.ts"
import { startBankPageHost } from "./BankPageHost.ts"
import { bankLink, bankViewList, bankViews, choosing } from "./bankViews.ts"
import { hostileDescription } from "./paymentViews.ts"

const wide = { width: 1280, height: 800 }

describe.skipIf(!chromiumRunsHere)("the page of a fiat invoice in Chromium", { timeout: 60_000 }, () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchChromium()
  }, 120_000)
  afterAll(() => browser?.close())

  const visit = (options: BrowserContextOptions = {}) => startVisit(browser, options)

  const eventually = <Value>(read: () => Promise<Value> | Value) => expect.poll(read, { timeout: 20_000 })

  it.each(bankViewList.map(([name]) => name))(
    "%s is accessible, fits a phone and breaks no policy",
    async (name) => {
      await using host = await startBankPageHost(bankViews)
      await using visitor = await visit({ reducedMotion: "reduce" })
      const { page, complaints } = visitor
      // However slow the machine is, the page is not left while it is looked at.
      await page.route("https://shop.example/**", (route) => route.fulfill({ status: 204 }))
      for (const lang of ["kz", "ru", "en"]) {
        await page.goto(`${host.url(name)}?lang=${lang}`)
        await page.locator("html.scripted").waitFor()
        expect(await pageWidth(page)).toBeLessThanOrEqual(360)
      }
      for (const details of await page.locator("details").all()) await details.locator("summary").click()
      for (const viewport of [page.viewportSize() ?? wide, wide]) {
        await page.setViewportSize(viewport)
        expect(await violationsInLightAndDark(page)).toEqual([])
      }
      expect(complaints).toEqual([])
    }
  )

  it("keeps its width with the largest amount, long names and hostile words", async () => {
    const bank = { id: "long", name: "W".repeat(120) }
    const chosen = { step: "awaiting", bank, link: bankLink } as const
    const description = hostileDescription + "W".repeat(300)
    const large = { ...choosing, amount: "25000000.00", currency: "KZT", description }
    const worst = { ...large, banks: [bank, { id: "bad", name: hostileDescription }] }
    await using host = await startBankPageHost({ worst, chosen: { ...worst, chosen } })
    await using visitor = await visit({ viewport: { width: 320, height: 640 } })
    const { page, complaints } = visitor
    for (const name of ["worst", "chosen"]) {
      await page.goto(host.url(name))
      expect(await pageWidth(page)).toBeLessThanOrEqual(320)
      expect(await page.locator("main script, main img").count()).toBe(0)
      expect(await page.locator("bdi.description").textContent()).toContain("<script>alert(1)</script>")
    }
    expect(complaints).toEqual([])
  })

  /**
   * The modules of the QR code as they are on the screen: the middle of each is dark or not. The ground is rounded off at
   * the four corners of the quiet zone, which count as white.
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
      await using host = await startBankPageHost(bankViews)
      await using visitor = await visit({ colorScheme, deviceScaleFactor: 2 })
      await visitor.page.setViewportSize(wide)
      await visitor.page.goto(host.url("awaiting"))
      const { data, size } = encode(bankLink, { ecc: "M", border: 4 })
      expect(await modulesOnScreen(visitor.page, size)).toEqual(data)
    }
  )

  it("shows its own address as a QR code where the screen is wide, and not on a phone", async () => {
    await using host = await startBankPageHost(bankViews)
    await using visitor = await visit()
    const { page } = visitor
    // Nor is the bank's code there to be scanned, where the button leads to the bank.
    await page.goto(host.url("awaiting"))
    expect(await page.getByRole("link", { name: "Pay with" }).isVisible()).toBe(true)
    expect(await page.getByText("Scan the code").isVisible()).toBe(false)
    await page.goto(host.url("choosing"))
    const code = page.getByRole("img", { name: "QR code of this page" })
    expect(await code.isVisible()).toBe(false)
    await page.setViewportSize(wide)
    expect(await code.isVisible()).toBe(true)
    const { data, size } = encode(choosing.pageUrl, { ecc: "M", border: 4 })
    expect(await modulesOnScreen(page, size)).toEqual(data)
  })

  it("lets the keyboard reach languages, banks and the simulation, with a visible focus", async () => {
    await using host = await startBankPageHost(bankViews)
    await using visitor = await visit()
    const { page } = visitor
    await page.goto(host.url("choosing"))
    await page.locator("html.scripted").waitFor()
    const reached: Array<string | null> = []
    for (let step = 0; step < 9; step++) {
      await page.keyboard.press("Tab")
      const focused = page.locator(":focus")
      reached.push(await focused.textContent())
      expect(await focused.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe("solid")
    }
    const banks = choosing.banks.map(({ name }) => name)
    expect(reached).toEqual(["English", "Русский", "Қазақша", ...banks, "Simulate the payment"])
  })

  it("keeps the focus and the opened choice of another bank when the page changes", async () => {
    await using host = await startBankPageHost(bankViews)
    await using visitor = await visit()
    const { page, complaints } = visitor
    await page.goto(host.url("contacting"))
    await eventually(() => host.streamCount()).toBe(1)
    await page.getByText("Choose another bank").click()
    const other = page.getByRole("button", { name: "Kaspi Bank" })
    await other.focus()

    host.set("contacting", bankViews.awaiting)
    host.publish()
    await eventually(() => page.getByRole("link", { name: "Pay with" }).count()).toBe(1)
    expect(await other.isVisible()).toBe(true)
    expect(await page.locator(":focus").textContent()).toBe("Kaspi Bank")
    await eventually(() => page.locator("#announcer").textContent()).toBe("Confirm the payment at your bank")

    host.set("contacting", bankViews.late)
    host.publish()
    await eventually(() => page.locator(":focus").getAttribute("id")).toBe("page")
    expect(complaints).toEqual([])
  })

  it("takes a customer who has paid back to the seller", async () => {
    await using host = await startBankPageHost(bankViews)
    const redirectUrl = host.url("cancelled")
    host.set("paid", { ...bankViews.paid, redirectUrl })
    await using visitor = await visit()
    const { page } = visitor
    await page.clock.install()
    await page.goto(host.url("paid"))
    await page.locator("html.scripted").waitFor()
    expect(await page.getByText("You will be taken back to the seller").isVisible()).toBe(true)
    await page.clock.runFor(7_000)
    await page.waitForURL(redirectUrl)
  })
})
