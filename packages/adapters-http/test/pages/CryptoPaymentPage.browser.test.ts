import type { Browser, BrowserContextOptions, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { CryptoPaymentView } from "../../src/pages/CryptoPaymentView.ts"
import { chromiumRunsHere, launchChromium } from "../chromium.ts"
import { axeViolations, pageWidth, startVisit, violationsInLightAndDark } from "../visitor.ts"
import { startPaymentPageHost } from "./PaymentPageHost.ts"
import { hostileDescription, pending, viewNames, views } from "./paymentViews.ts"

describe.skipIf(!chromiumRunsHere)("the payment page in Chromium", { timeout: 60_000 }, () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchChromium()
  }, 120_000)
  afterAll(() => browser?.close())

  const visit = (options: BrowserContextOptions = {}) => startVisit(browser, options)

  // Generous, because a loaded machine is slow and a passing poll does not wait.
  const eventually = <Value>(read: () => Promise<Value> | Value) => expect.poll(read, { timeout: 20_000 })

  const headline = (page: Page) => page.locator("h1")

  it.concurrent.each(viewNames)("%s is accessible, fits a phone and breaks no policy", async (name) => {
    await using host = await startPaymentPageHost(views[name])
    await using visitor = await visit({ reducedMotion: "reduce" })
    const { page, complaints } = visitor
    // However slow the machine is, the page is not left while it is looked at.
    await page.route("https://shop.example/**", (route) => route.fulfill({ status: 204 }))
    for (const lang of ["kz", "ru", "en"]) {
      await page.goto(`${host.url}?lang=${lang}`)
      await page.locator("html.scripted").waitFor()
      expect(await pageWidth(page)).toBeLessThanOrEqual(360)
    }
    expect(await violationsInLightAndDark(page)).toEqual([])
    expect(complaints).toEqual([])
  })

  it("keeps its width with the longest amount, an EVM address and a hostile description", async () => {
    const view: CryptoPaymentView = {
      ...pending,
      expectedAmount: "100000.123456",
      remainingAmount: "100000.123456",
      address: "0x52908400098527886E0F7030069857D2E4169EE7",
      description: hostileDescription + "W".repeat(300)
    }
    await using host = await startPaymentPageHost(view)
    await using visitor = await visit({ viewport: { width: 320, height: 640 } })
    await visitor.page.goto(host.url)
    expect(await pageWidth(visitor.page)).toBeLessThanOrEqual(320)
    expect(await visitor.page.locator("bdi").textContent()).toContain(
      '<script>alert(1)</script><img src=x onerror="alert(2)">'
    )
    expect(await visitor.page.locator("main script, main img").count()).toBe(0)
    expect(visitor.complaints).toEqual([])
  })

  it("tells who follows a wrong link so, accessibly and in their language", async () => {
    await using host = await startPaymentPageHost(pending)
    await using visitor = await visit()
    const { page, complaints } = visitor
    await page.goto(host.url.replace("token", "unknown"))
    await page.getByRole("link", { name: "Қазақша" }).click()
    expect(await headline(page).textContent()).toBe("Бет табылмады")
    expect(await axeViolations(page)).toEqual([])
    // The browser itself reports the status 404 of the document.
    expect(complaints.filter((text) => !text.includes("404"))).toEqual([])
  })

  it("shows every fact without scripts, reloads by itself, and offers no dead buttons", async () => {
    await using host = await startPaymentPageHost(pending)
    await using visitor = await visit({ javaScriptEnabled: false })
    const { page } = visitor
    await page.goto(host.url)
    await eventually(() => headline(page).textContent()).toBe("Waiting for your payment")
    expect(await page.getByText(pending.address).isVisible()).toBe(true)
    expect(await page.getByText("14:32").isVisible()).toBe(true)
    expect(await page.getByRole("img", { name: "QR code" }).isVisible()).toBe(true)
    expect(await page.getByRole("button").count()).toBe(0)
    expect(await page.getByText("This page reloads every 15 seconds.").isVisible()).toBe(true)
    expect(await page.locator("head meta[http-equiv=refresh]").getAttribute("content")).toBe("15")
    await page.getByRole("link", { name: "Русский" }).click()
    expect(await headline(page).textContent()).toBe("Ожидаем оплату")
  })

  it("follows the stream from state to state and announces each", async () => {
    await using host = await startPaymentPageHost(pending)
    await using visitor = await visit()
    const { page, complaints } = visitor
    await page.goto(host.url)
    await eventually(() => host.streamCount()).toBe(1)

    host.show({ ...views.confirming, confirmations: 3 })
    host.publish()
    await eventually(() => headline(page).textContent()).toBe("Payment is being confirmed")
    await eventually(() => page.locator("#announcer").textContent()).toBe("Payment is being confirmed")
    expect(await page.title()).toContain("Payment is being confirmed")
    expect(await page.getByRole("img", { name: "QR code" }).count()).toBe(0)

    host.show({ ...views.confirming, confirmations: 4 })
    host.publish()
    await eventually(() => page.locator(".progress strong").textContent()).toBe("4 of 20")

    host.show(views.overpaid)
    host.publish()
    await eventually(() => headline(page).textContent()).toBe("Payment received")
    await eventually(() => host.streamCount()).toBe(0)
    expect(complaints).toEqual([])
  })

  it("asks for the page again only when something else has to be shown", async () => {
    await using host = await startPaymentPageHost(pending)
    await using visitor = await visit()
    await visitor.page.goto(host.url)
    await eventually(() => host.streamCount()).toBe(1)
    host.publish()
    host.publish()
    host.show({ ...pending, remainingAmount: "100.25", paidAmount: "25.25" })
    host.publish()
    await eventually(() => visitor.page.locator(".amount .figure").textContent()).toBe("100.25")
    expect(host.pageRequests()).toBe(2)
  })

  it("looks every ten seconds when there is no stream", async () => {
    await using host = await startPaymentPageHost(pending, { stream: "missing" })
    await using visitor = await visit()
    const { page } = visitor
    await page.clock.install()
    const gone = page.waitForResponse((response) => response.url().endsWith("/events"))
    await page.goto(host.url)
    await page.locator("html.scripted").waitFor()
    await gone
    host.show(views.paidWithoutLink)
    await eventually(async () => {
      await page.clock.runFor(10_000)
      return headline(page).textContent()
    }).toBe("Payment received")
  })

  it("counts down each second, and asks the server when the time is over", async () => {
    await using host = await startPaymentPageHost({ ...pending, nowMillis: pending.expiresAtMillis - 62_000 })
    await using visitor = await visit()
    const { page } = visitor
    await page.clock.install()
    await page.goto(host.url)
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000))
    const shown = () => page.getByRole("timer").textContent()
    const before = await shown()
    await page.clock.runFor(5_000)
    const seconds = (text: string | null) => Number(text?.split(":")[0]) * 60 + Number(text?.split(":")[1])
    expect(seconds(before) - seconds(await shown())).toBe(5)
    host.show(views.expired)
    await page.clock.runFor(62_000)
    await eventually(() => headline(page).textContent()).toBe("The time to pay has run out")
  })

  it("takes a customer who has paid back to the seller, unless they want to stay", async () => {
    await using host = await startPaymentPageHost(pending)
    const successUrl = host.url.replace("/pay/token", "/thanks")
    host.show({ ...views.paid, successUrl })
    for (const stays of [true, false]) {
      await using visitor = await visit()
      const { page } = visitor
      await page.clock.install()
      await page.goto(host.url)
      await page.locator("html.scripted").waitFor()
      expect(await page.getByRole("link", { name: "Return to the seller" }).getAttribute("href")).toBe(
        successUrl
      )
      if (stays) {
        await page.getByRole("button", { name: "Stay on this page" }).click()
        await page.clock.runFor(20_000)
        expect(page.url()).toBe(host.url)
        expect(await page.getByRole("button", { name: "Stay on this page" }).count()).toBe(0)
      } else {
        await page.clock.runFor(7_000)
        await page.waitForURL(successUrl)
      }
    }
  })

  it("lets the keyboard reach languages and copy buttons, with a visible focus", async () => {
    await using host = await startPaymentPageHost(pending)
    await using visitor = await visit()
    const { page } = visitor
    await page.goto(host.url)
    await page.locator("html.scripted").waitFor()
    const reached: Array<string | null> = []
    for (let step = 0; step < 5; step++) {
      await page.keyboard.press("Tab")
      const focused = page.locator(":focus")
      reached.push((await focused.getAttribute("aria-label")) ?? (await focused.textContent()))
      expect(await focused.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe("solid")
    }
    expect(reached).toEqual(["English", "Русский", "Қазақша", "Copy amount", "Copy address"])
  })

  it("copies the bare amount and the bare address, and keeps the focus when the page changes", async () => {
    await using host = await startPaymentPageHost(pending)
    await using visitor = await visit({ permissions: ["clipboard-read", "clipboard-write"] })
    const { page } = visitor
    await page.goto(host.url)
    await eventually(() => host.streamCount()).toBe(1)
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
    await page.getByRole("button", { name: "Copy amount" }).click()
    await eventually(clipboard).toBe("125.50")
    await page.getByRole("button", { name: "Copy address" }).press("Enter")
    await eventually(clipboard).toBe(pending.address)
    await eventually(() => page.locator("#announcer").textContent()).toBe("Copied")

    host.show(views.confirmingPart)
    host.publish()
    await eventually(() => headline(page).textContent()).toBe("Part of the payment received")
    expect(await page.locator(":focus").getAttribute("id")).toBe("copy-address")
    host.show(views.expired)
    host.publish()
    await eventually(() => page.locator(":focus").getAttribute("id")).toBe("page")
  })

  it("copies an amount that was selected as wallets read it, however it is grouped", async () => {
    await using host = await startPaymentPageHost({ ...pending, remainingAmount: "12345.5" })
    await using visitor = await visit({ permissions: ["clipboard-read", "clipboard-write"] })
    const { page } = visitor
    await page.goto(host.url)
    await page.locator("html.scripted").waitFor()
    const figure = page.locator(".amount .figure")
    expect(await figure.textContent()).toBe("12,345.50")
    await figure.dblclick()
    await page.keyboard.press("Control+C")
    await eventually(() => page.evaluate(() => navigator.clipboard.readText())).toBe("12345.5")
  })

  it("says when it cannot update, and goes on by itself when the connection is back", async () => {
    await using host = await startPaymentPageHost(pending)
    await using visitor = await visit()
    const { page } = visitor
    await page.goto(host.url)
    await eventually(() => host.streamCount()).toBe(1)
    const promise = page.getByText("This page updates by itself.")
    const stale = page.locator("#stale")
    expect([await promise.isVisible(), await stale.isVisible()]).toEqual([true, false])
    await page.context().setOffline(true)
    await eventually(() => stale.isVisible()).toBe(true)
    expect(await promise.isVisible()).toBe(false)
    await eventually(() => page.locator("#announcer").textContent()).toContain("No connection")
    host.show(views.confirming)
    await page.context().setOffline(false)
    await eventually(() => headline(page).textContent()).toBe("Payment is being confirmed")
    expect([await promise.isVisible(), await stale.isVisible()]).toEqual([true, false])
  })

  it("keeps the part to send again open while the page goes on", async () => {
    await using host = await startPaymentPageHost(views.vanished)
    await using visitor = await visit()
    const { page } = visitor
    await page.goto(host.url)
    await eventually(() => host.streamCount()).toBe(1)
    expect(await page.getByText(pending.address).isVisible()).toBe(false)
    await page.getByText("The money is back: send it again").click()
    expect(await page.getByText(pending.address).isVisible()).toBe(true)
    expect(await axeViolations(page)).toEqual([])
    host.show({ ...views.vanishedPart, confirmations: 3 })
    host.publish()
    await eventually(() => page.locator(".amount .figure").textContent()).toBe("25.50")
    expect(await page.getByText(pending.address).isVisible()).toBe(true)
  })

  it("copies without the clipboard interface too", async () => {
    await using host = await startPaymentPageHost(pending)
    await using visitor = await visit({ permissions: ["clipboard-read", "clipboard-write"] })
    const { page } = visitor
    await page.addInitScript(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error("not here"))
    })
    await page.goto(host.url)
    await page.getByRole("button", { name: "Copy address" }).click()
    await eventually(() => page.evaluate(() => navigator.clipboard.readText())).toBe(pending.address)
    expect(await page.locator(":focus").getAttribute("id")).toBe("copy-address")
  })
})
