import { createServer } from "node:http"
import { Brandings } from "@quittance/core/adapter"
import { freePort } from "@quittance/testing/freePort"
import type { FrameLocator, Page } from "playwright-core"
import { expect, it } from "vitest"
import { nodeListener } from "../../src/index.ts"
import { startTestApi } from "../TestApi.ts"
import { axeViolations, eventually, headline, inChromium, wide } from "../visitor.ts"
import { issueCrypto, issueFiat } from "./pageVisit.ts"

const listenOn = async (port: number, host: string, listener: Parameters<typeof createServer>[1] & {}) => {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(port, host, resolve))
  return () => {
    server.close()
    server.closeAllConnections()
  }
}

/** What a shop runs: it tells what it hears, of the payment and of everybody. */
const shopScript = `
window.calls = []
window.told = []
addEventListener("message", ({ data, origin }) => {
  told.push(data && data.status)
  console.info(origin, JSON.stringify(data))
})
for (const button of document.querySelectorAll("button"))
  button.onclick = () => {
    const id = button.dataset.within
    window.payment = Quittance.open(location.hash.slice(1), {
      container: id && document.getElementById(id),
      onPaid: () => calls.push("paid"),
      onClose: (status) => calls.push("closed " + status)
    })
  }
`

/**
 * A deployment at work, and a shop on another site, under a policy of its own that allows no more than the guide says.
 */
const startShop = async ({ lists }: { readonly lists: "shop" | "another" }) => {
  const [port, shopPort] = [await freePort(), await freePort()]
  const [origin, shop] = [`http://127.0.0.1:${port}`, `http://localhost:${shopPort}`]
  const api = await startTestApi({ time: "running", settings: { publicUrl: origin } })
  api.startWork()
  const listed = lists === "shop" ? shop : "https://another.example"
  await api.runtime.runPromise(
    Brandings.use((brandings) => brandings.set(api.key.partnerId, { embedOrigins: [listed] }))
  )
  const policy = `default-src 'none'; script-src 'self' ${origin}; frame-src ${origin}`
  const page = `<!doctype html><html lang="ru"><title>Shop</title><main><h1>Shop</h1><button>Pay</button>
<button data-within="place">Pay here</button><div id="place"></div></main>
<script src="${origin}/pay/embed.js"></script><script src="${origin}/pay/embed.js"></script><script src="/shop.js"></script></html>`
  const closes = [
    await listenOn(port, "127.0.0.1", nodeListener(api.handler)),
    await listenOn(shopPort, "localhost", ({ url }, answer) => {
      const [type, body] = url === "/shop.js" ? ["text/javascript", shopScript] : ["text/html", page]
      answer.writeHead(200, { "content-type": type, "content-security-policy": policy }).end(body)
    })
  ]
  return {
    ...{ api, origin, shop },
    [Symbol.asyncDispose]: async () => {
      for (const close of closes) close()
      await api[Symbol.asyncDispose]()
    }
  }
}

const callsOf = (page: Page) => page.evaluate<ReadonlyArray<string>>("calls")
const headlineIn = (frame: FrameLocator) => frame.locator("h1").textContent()

inChromium("a payment within a shop on another site, in Chromium,", (visit) => {
  it("is paid over the shop's page, which is told so once, and Escape leads back to it", async () => {
    await using shop = await startShop({ lists: "shop" })
    await using visitor = await visit(wide)
    const { complaints, page } = visitor
    const { path } = await issueFiat(shop.api, { redirectUrl: "https://shop.example/thanks" })
    await page.goto(`${shop.shop}/#${shop.origin}${path}`)
    await page.getByRole("button", { name: "Pay", exact: true }).click()
    const dialog = page.getByRole("dialog", { name: "Оплата" })
    const frame = page.frameLocator("iframe")
    await eventually(() => headlineIn(frame)).toBe("Waiting for your payment")
    expect(
      await page.evaluate(() => document.querySelector("dialog")?.contains(document.activeElement))
    ).toBe(true)
    expect(await axeViolations(page)).toEqual([])
    // Axe asks frames for what is wrong with them, and the browser says that this one is another site's.
    complaints.length = 0
    // What others say of it counts for nothing.
    await page.evaluate(() => {
      window.postMessage({ type: "quittance", status: "paid" }, "*")
      window.postMessage({ type: "quittance", status: "close" }, "*")
    })

    await frame.getByRole("button", { name: "Sandbox Bank" }).click()
    await eventually(() => headlineIn(frame)).toBe("Confirm the payment at your bank")
    // The bank is beside the shop, because banks are shown in no frame.
    const [bank] = await Promise.all([
      page.context().waitForEvent("page"),
      frame.getByRole("link", { name: "Pay with" }).click()
    ])
    await bank.getByRole("button", { name: "Approve" }).click()
    await eventually(() => headline(bank)).toBe("Payment received")
    await eventually(() => headlineIn(frame)).toBe("Payment received")
    expect(await frame.locator("#returning").isHidden()).toBe(true)
    await eventually(() => callsOf(page)).toEqual(["paid"])
    await frame.getByRole("link", { name: "See the receipt" }).click()
    await eventually(() => headlineIn(frame)).toBe("Receipt")
    await frame.getByRole("link", { name: "Back to the payment" }).press("Escape")
    await eventually(() => callsOf(page)).toEqual(["paid", "closed paid"])
    expect(await dialog.count()).toBe(0)
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Pay")
    expect(complaints).toEqual([])
  })

  it("is paid within the shop's page, as high as it is, and Escape before a payment closes nothing but an overlay", async () => {
    await using shop = await startShop({ lists: "shop" })
    await using visitor = await visit()
    const { complaints, page } = visitor
    const { path } = await issueCrypto(shop.api)
    await page.goto(`${shop.shop}/#${shop.origin}${path}`)
    await page.getByRole("button", { name: "Pay", exact: true }).click()
    const frame = page.frameLocator("iframe")
    await eventually(() => headlineIn(frame)).toBe("Waiting for your payment")
    await eventually(() => page.evaluate("told[0]")).toBe("open")
    await page.keyboard.press("Escape")
    await eventually(() => callsOf(page)).toEqual(["closed open"])

    await page.getByRole("button", { name: "Pay here" }).click()
    await eventually(() => headlineIn(frame)).toBe("Waiting for your payment")
    const overflow = () => frame.locator("html").evaluate((html) => html.scrollHeight - html.clientHeight)
    await eventually(overflow).toBe(0)
    await frame.getByRole("button", { name: "Simulate the payment" }).press("Escape")
    await frame.getByRole("button", { name: "Simulate the payment" }).click()
    await eventually(() => headlineIn(frame)).toBe("Payment received")
    await eventually(overflow).toBe(0)
    await page.evaluate("payment.close(), payment.close()")
    expect(await callsOf(page)).toEqual(["closed open", "paid", "closed paid"])
    for (const address of [
      "javascript:alert(1)",
      "/pay",
      "http://pay.example",
      "http://localhost@pay.example",
      ""
    ])
      await expect(page.evaluate(`Quittance.open(${JSON.stringify(address)})`)).rejects.toThrow(
        "Quittance.open needs the https URL of a payment"
      )
    expect(complaints).toEqual([])
  })

  it("is nothing that an origin sees which is not listed: the page is opened instead", async () => {
    await using shop = await startShop({ lists: "another" })
    await using visitor = await visit()
    const { complaints, page } = visitor
    const heard: Array<string> = []
    page.on("console", (message) => {
      if (message.type() === "info") heard.push(message.text())
    })
    const { path } = await issueCrypto(shop.api)
    await page.goto(`${shop.shop}/#${shop.origin}${path}`)
    await page.getByRole("button", { name: "Pay", exact: true }).click()
    await page.waitForURL(`${shop.origin}${path}`)
    expect(await headline(page)).toBe("Waiting for your payment")
    expect(heard).toEqual([])
    expect(complaints.join()).toContain(`${shop.origin} does not list ${shop.shop}`)
  })
})
