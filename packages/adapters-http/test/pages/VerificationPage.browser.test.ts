import type { Browser, BrowserContextOptions } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { chromiumRunsHere, launchChromium } from "../chromium.ts"
import { locales } from "../../src/pages/Locale.ts"
import { axeViolations, pageWidth, startVisit } from "../visitor.ts"
import { hostileDescription } from "./paymentViews.ts"
import { startVerificationPageHost } from "./VerificationPageHost.ts"
import { verificationViews } from "./verificationViews.ts"

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true } as const

describe.skipIf(!chromiumRunsHere)("the verification page in Chromium", { timeout: 60_000 }, () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchChromium()
  }, 120_000)
  afterAll(() => browser?.close())

  const visit = (options: BrowserContextOptions = {}) => startVisit(browser, { ...phone, ...options })
  const eventually = <Value>(read: () => Promise<Value> | Value) => expect.poll(read, { timeout: 20_000 })

  /** States that look different; none that leaves the page while it is looked at. */
  const looks = [
    "document",
    "documentAlmostLate",
    "selfieRefused",
    "retryingAll",
    "checking",
    "verifiedWithoutLink",
    "refused",
    "expired"
  ] as const
  const wide = { viewport: { width: 1280, height: 800 }, hasTouch: false, isMobile: false }

  // Together they look at every state in every language.
  it.each<readonly [string, number, BrowserContextOptions]>([
    ["on a phone", 0, {}],
    ["on a phone in the dark", 1, { colorScheme: "dark" }],
    ["on a wide screen", 2, wide]
  ])("is accessible in every state, %s", async (_, first, options) => {
    await using host = await startVerificationPageHost(verificationViews)
    await using visitor = await visit({ reducedMotion: "reduce", ...options })
    const { page, complaints } = visitor
    for (const [index, name] of looks.entries()) {
      await page.goto(`${host.url(name)}?lang=${locales[(first + index) % locales.length]}`)
      await page.locator("html.scripted").waitFor()
      expect(await pageWidth(page), name).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)
      expect(await axeViolations(page), name).toEqual([])
    }
    expect(complaints).toEqual([])
  })

  it("keeps its width without scripts, with hostile words, on a narrow phone", async () => {
    const reasons = [hostileDescription, "document_blurry", "suspected_fraud"]
    await using host = await startVerificationPageHost({
      ...verificationViews,
      hostile: { ...verificationViews.retryingAll, reasons }
    })
    await using visitor = await visit({ javaScriptEnabled: false, viewport: { width: 320, height: 640 } })
    for (const name of ["document", "hostile", "selfieRefused"])
      for (const lang of ["ru", "kz"]) {
        await visitor.page.goto(`${host.url(name)}?lang=${lang}`)
        expect(await visitor.page.locator("main").evaluate((main) => main.scrollWidth)).toBeLessThanOrEqual(
          320
        )
      }
  })

  it("lets the keyboard reach languages, both ways to choose, and the button, with a visible focus", async () => {
    await using host = await startVerificationPageHost(verificationViews)
    await using visitor = await visit()
    const { page } = visitor
    await page.goto(host.url("document"))
    await page.locator("html.scripted").waitFor()
    const reached: Array<string | null> = []
    for (let step = 0; step < 6; step++) {
      await page.keyboard.press("Tab")
      const ring = await page.locator(":focus").evaluate((focused) => {
        // The browser's own way to choose is covered by its label.
        const seen = focused.matches(".chooser") ? focused.nextElementSibling : focused
        return { text: seen?.textContent ?? null, style: getComputedStyle(seen ?? focused).outlineStyle }
      })
      reached.push(ring.text)
      expect(ring.style).toBe("solid")
    }
    expect(reached).toEqual(["English", "Русский", "Қазақша", "Take a photo", "Choose a file", "Send"])
  })

  it("offers the camera where fingers are, and a file alone elsewhere", async () => {
    await using host = await startVerificationPageHost(verificationViews)
    await using visitor = await visit()
    await visitor.page.goto(host.url("document"))
    expect(await visitor.page.getByText("Take a photo", { exact: true }).isVisible()).toBe(true)
    await using desk = await startVisit(browser, { viewport: { width: 1280, height: 800 } })
    await desk.page.goto(host.url("document"))
    expect(await desk.page.getByText("Take a photo", { exact: true }).isVisible()).toBe(false)
    expect(await desk.page.getByText("Choose a file").isVisible()).toBe(true)
  })

  it("keeps the chosen file when news change nothing, and gives way when they do", async () => {
    await using host = await startVerificationPageHost(verificationViews)
    await using visitor = await visit()
    const { page, complaints } = visitor
    await page.goto(host.url("document"))
    await eventually(() => host.streamCount()).toBe(1)
    const file = { name: "scan.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7") }
    await page.locator("#file-document").setInputFiles(file)
    await eventually(() => page.locator("#chosen").textContent()).toBe("scan.pdf")

    const looked = page.waitForResponse(host.url("document"))
    host.publish()
    await looked
    // A phone that comes back from its camera looks too.
    const lookedAgain = page.waitForResponse(host.url("document"))
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")))
    await lookedAgain
    await page.evaluate(() => new Promise(requestAnimationFrame))
    expect(await page.locator("#chosen").textContent()).toBe("scan.pdf")

    host.set("document", verificationViews.selfie)
    host.publish()
    await eventually(() => page.locator("h1").textContent()).toBe("Take a photo of yourself")
    expect(await page.locator("#chosen").textContent()).toBe("")
    expect(complaints).toEqual([])
  })

  it("shows what happens from waiting to the result, says it, and keeps the focus in the page", async () => {
    const { checking, retryingSelfie, verifiedWithoutLink } = verificationViews
    await using host = await startVerificationPageHost({ one: checking })
    await using visitor = await visit()
    const { page, complaints } = visitor
    await page.goto(host.url("one"))
    await eventually(() => host.streamCount()).toBe(1)
    await page.locator("#page").focus()
    host.set("one", retryingSelfie)
    host.publish()
    await eventually(() => page.locator("#announcer").textContent()).toBe(
      "Take a photo of yourself again. The picture is blurry. Hold the camera still and let it focus."
    )
    expect(await page.locator(":focus").getAttribute("id")).toBe("page")
    await page.keyboard.press("Tab")
    expect(await page.locator(":focus").getAttribute("id")).toBe("photo-selfie")
    host.set("one", verifiedWithoutLink)
    host.publish()
    await eventually(() => page.locator("h1").textContent()).toBe("You are verified")
    await eventually(() => host.streamCount()).toBe(0)
    expect(complaints).toEqual([])
  })
})
