import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import type { CryptoPaymentView } from "../../src/pages/CryptoPaymentView.ts"
import { locales } from "../../src/pages/Locale.ts"
import { axeViolations, eventually, headline, inChromium } from "../visitor.ts"
import { cryptoPage, startPageHost } from "./PageHost.ts"
import { pending, seen, views } from "./paymentViews.ts"

const start = async (first: CryptoPaymentView, stream: "served" | "missing" = "served") => {
  const host = await startPageHost(
    { token: cryptoPage(first), thanks: cryptoPage(views.cancelled) },
    { stream }
  )
  const show = (view: CryptoPaymentView) => host.set("token", cryptoPage(view))
  /** Shows something else and tells who has the page open. */
  const tell = (view: CryptoPaymentView) => {
    show(view)
    host.publish()
  }
  return { ...host, show, tell, url: host.url("token"), thanks: host.url("thanks") }
}

const copying = { permissions: ["clipboard-read", "clipboard-write"] }
const clipboard = (page: Page) => eventually(() => page.evaluate(() => navigator.clipboard.readText()))

inChromium("the payment page in Chromium", (visit) => {
  it("tells who follows a wrong link so, accessibly and in their language", async () => {
    await using host = await start(pending)
    await using visitor = await visit()
    const { page, complaints } = visitor
    await page.goto(host.url.replace("token", "unknown"))
    await page.getByRole("link", { name: "Қазақша" }).click()
    expect(await headline(page)).toBe("Бет табылмады")
    expect(await axeViolations(page)).toEqual([])
    // The browser itself reports the status 404 of the document.
    expect(complaints.filter((text) => !text.includes("404"))).toEqual([])
  })

  it("shows every fact without scripts, reloads by itself, and offers no dead buttons", async () => {
    await using host = await start(pending)
    await using visitor = await visit({ javaScriptEnabled: false })
    const { page } = visitor
    await page.goto(host.url)
    await eventually(() => headline(page)).toBe("Waiting for your payment")
    expect(await page.getByText(pending.address).isVisible()).toBe(true)
    expect(await page.getByText("14:32").isVisible()).toBe(true)
    expect(await page.getByRole("img", { name: "QR code" }).isVisible()).toBe(true)
    const buttons = page.getByRole("button")
    expect(await buttons.allTextContents()).toEqual(["Simulate the payment"])
    for (const text of ["This was true on Jan 15, 2027", "This page reloads every 15 seconds."])
      expect(await page.getByText(text).isVisible()).toBe(true)
    await page.getByRole("link", { name: "Reload now" }).click()
    expect(page.url()).toBe(host.url)
    expect(await page.locator("head meta[http-equiv=refresh]").getAttribute("content")).toBe("15")
    await page.getByRole("link", { name: "Русский" }).click()
    expect(await headline(page)).toBe("Ожидаем оплату")
  })

  it("follows the stream from state to state and announces each", async () => {
    await using host = await start(pending)
    await using visitor = await visit()
    const { page, complaints } = visitor
    await page.goto(host.url)
    await eventually(() => host.streamCount()).toBe(1)

    host.tell({ ...views.confirming, confirmations: 3 })
    await eventually(() => headline(page)).toBe("Payment is being confirmed")
    await eventually(() => page.locator("#announcer").textContent()).toBe("Payment is being confirmed")
    expect(await page.title()).toContain("Payment is being confirmed")
    expect(await page.getByRole("img", { name: "QR code" }).count()).toBe(0)

    host.tell({ ...views.confirming, confirmations: 4 })
    await eventually(() => page.locator(".progress strong").textContent()).toBe("4 of 20")

    host.tell(views.overpaid)
    await eventually(() => headline(page)).toBe("Payment received")
    await eventually(() => host.streamCount()).toBe(0)
    expect(complaints).toEqual([])
  })

  it("asks for the page again only when something else has to be shown", async () => {
    await using host = await start(pending)
    await using visitor = await visit()
    await visitor.page.goto(host.url)
    await eventually(() => host.streamCount()).toBe(1)
    host.publish()
    host.publish()
    host.tell({ ...pending, remainingAmount: "100.25", paidAmount: "25.25" })
    await eventually(() => visitor.page.locator(".amount .figure").textContent()).toBe("100.25")
    expect(host.pageRequests()).toBe(2)
  })

  it("looks every ten seconds when there is no stream", async () => {
    await using host = await start(pending, "missing")
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
      return headline(page)
    }).toBe("Payment received")
  })

  it("counts down each second, and asks the server when the time is over", async () => {
    await using host = await start({ ...pending, nowMillis: pending.expiresAtMillis - 62_000 })
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
    await eventually(() => headline(page)).toBe("The time to pay has run out")
  })

  it("takes a customer who has paid back to the seller, unless they want to stay", async () => {
    await using host = await start(pending)
    const successUrl = host.thanks
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

  it("copies the bare amount and the bare address, and keeps the focus when the page changes", async () => {
    await using host = await start(pending)
    await using visitor = await visit(copying)
    const { page } = visitor
    await page.goto(host.url)
    await eventually(() => host.streamCount()).toBe(1)
    await page.getByRole("button", { name: "Copy the amount" }).click()
    await clipboard(page).toBe("125.50")
    await page.getByRole("button", { name: "Copy the address" }).press("Enter")
    await clipboard(page).toBe(pending.address)
    await eventually(() => page.locator("#announcer").textContent()).toBe("The address is copied")

    host.tell(views.confirmingPart)
    await eventually(() => headline(page)).toBe("Part of the payment received")
    expect(await page.locator(":focus").getAttribute("id")).toBe("copy-address")
    host.tell(views.expired)
    await eventually(() => page.locator(":focus").getAttribute("id")).toBe("page")
  })

  it("copies an amount that was selected as wallets read it, however it is grouped", async () => {
    await using host = await start({ ...pending, remainingAmount: "12345.5" })
    await using visitor = await visit(copying)
    const { page } = visitor
    await page.goto(host.url)
    await page.locator("html.scripted").waitFor()
    const figure = page.locator(".amount .figure")
    expect(await figure.textContent()).toBe("12,345.50")
    await figure.dblclick()
    await page.keyboard.press("Control+C")
    await clipboard(page).toBe("12345.5")
  })

  it("says when it cannot update, and goes on by itself when the connection is back", async () => {
    await using host = await start(pending)
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
    expect(await stale.textContent()).toMatch(/was true at \d\d:\d\d [AP]M\. It updates by itself/)
    await eventually(() => page.locator("#announcer").textContent()).toContain("No connection")
    host.show(views.confirming)
    await page.context().setOffline(false)
    await eventually(() => headline(page)).toBe("Payment is being confirmed")
    expect([await promise.isVisible(), await stale.isVisible()]).toEqual([true, false])
  })

  it("shows the code on a phone without scrolling, in every language", async () => {
    await using host = await start({
      ...views.pendingWithWallet,
      ...{ expectedAmount: "99999.99", remainingAmount: "99999.99" }
    })
    await using visitor = await visit()
    const { page } = visitor
    for (const lang of locales) {
      await page.goto(`${host.url}?lang=${lang}`)
      const code = await page.locator(".qr").first().boundingBox()
      // The rest is for a seller's head.
      expect((code?.y ?? 740) + (code?.height ?? 740), lang).toBeLessThanOrEqual(740 - 48)
    }
  })

  it("copies the whole hash that it shows cut, selected or by its button", async () => {
    await using host = await start({ ...pending, transfers: [seen] })
    await using visitor = await visit(copying)
    const { page } = visitor
    await page.goto(host.url)
    await page.locator("html.scripted").waitFor()
    await page.locator(".hash").evaluate((hash) => getSelection()?.selectAllChildren(hash))
    await page.keyboard.press("Control+C")
    await clipboard(page).toBe(seen.hash)
    await page.evaluate(() => navigator.clipboard.writeText(""))
    await page.getByRole("button", { name: "Copy the hash of transfer 1" }).click()
    await clipboard(page).toBe(seen.hash)
  })

  it("keeps the part to send again open while the page goes on", async () => {
    await using host = await start(views.vanished)
    await using visitor = await visit()
    const { page } = visitor
    await page.goto(host.url)
    await eventually(() => host.streamCount()).toBe(1)
    expect(await page.getByText(pending.address).isVisible()).toBe(false)
    await page.getByText("The money is back: send it again").click()
    expect(await page.getByText(pending.address).isVisible()).toBe(true)
    expect(await axeViolations(page)).toEqual([])
    host.tell({ ...views.vanishedPart, confirmations: 3 })
    await eventually(() => page.locator(".amount .figure").textContent()).toBe("25.50")
    expect(await page.getByText(pending.address).isVisible()).toBe(true)
  })

  it("copies without the clipboard interface too", async () => {
    await using host = await start(pending)
    await using visitor = await visit(copying)
    const { page } = visitor
    await page.addInitScript(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error("not here"))
    })
    await page.goto(host.url)
    await page.getByRole("button", { name: "Copy the address" }).click()
    await clipboard(page).toBe(pending.address)
    expect(await page.locator(":focus").getAttribute("id")).toBe("copy-address")
  })
})
