import { createServer } from "node:http"
import { freePort } from "@quittance/testing/freePort"
import { expect, it } from "vitest"
import { nodeListener } from "../../src/index.ts"
import { eventually, headline, inChromium, wide } from "../visitor.ts"
import { issueCrypto, issueFiat } from "./pageVisit.ts"
import { createSession, picture, startVerification } from "./VerificationSession.ts"

const mount = "/payments"

/** The whole application, at work below a path of somebody's own server; `strays` is what was asked for elsewhere. */
const startMounted = async () => {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const api = await startVerification({ time: "running", settings: { publicUrl: `${origin}${mount}` } })
  api.wall.now = Date.now()
  api.startWork()
  const listener = nodeListener(api.handler)
  const strays: Array<string | undefined> = []
  const server = createServer((incoming, outgoing) => {
    if (incoming.url?.startsWith(`${mount}/`) === true) return listener(incoming, outgoing)
    strays.push(incoming.url)
    return outgoing.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve))
  return {
    api,
    origin,
    strays,
    [Symbol.asyncDispose]: async () => {
      server.close()
      server.closeAllConnections()
      await api[Symbol.asyncDispose]()
    }
  }
}

inChromium("below a path of somebody's own server, in Chromium,", (visit) => {
  it("pages with their forms and streams, and documents with what is tried there, stay below that path", async () => {
    await using mounted = await startMounted()
    const { api, origin, strays } = mounted
    await using visitor = await visit(wide)
    const { complaints, page } = visitor
    const press = (name: string) => page.getByRole("button", { name, exact: true }).click()

    const fiat = await issueFiat(api, { amount: 250, currency: "KZT" })
    await page.goto(`${origin}${mount}${fiat.path}`)
    await press("Sandbox Bank")
    await eventually(() => headline(page)).toBe("Confirm the payment at your bank")
    await page.getByRole("link", { name: "Pay with" }).click()
    await press("Approve")
    await eventually(() => headline(page)).toBe("Payment received")

    const crypto = await issueCrypto(api)
    await page.goto(`${origin}${crypto.path}`)
    expect(await headline(page)).toBe("Waiting for your payment")
    await api.sandbox("crypto/deposits", { address: crypto.address, amount: 5 })
    await eventually(() => headline(page)).toBe("Payment received")

    const session = await createSession(api)
    await page.goto(`${origin}${session.path}`)
    await page.locator("html.scripted").waitFor()
    const photo = { name: "photo.png", mimeType: "image/png", buffer: Buffer.from(picture("passport")) }
    await page.locator("#kind").selectOption("passport")
    await page.locator("#country").selectOption("KZ")
    await page.locator("#file-document").setInputFiles(photo)
    await press("Send")
    await eventually(() => headline(page)).toBe("Take a photo of yourself")

    await page.goto(`${origin}${mount}/docs`)
    await page.locator("html.scripted").waitFor()
    await page.getByRole("combobox").fill("list payouts")
    await page.getByRole("option").first().click()
    await page.waitForURL(`${origin}${mount}/docs/reference/crypto-payouts#listPayouts`)
    await page.getByRole("textbox", { name: "Public key" }).fill(api.key.publicKey)
    await page.getByLabel("Secret", { exact: true }).fill(api.key.secret)
    const operation = page.locator("#listPayouts")
    await operation.getByText("Try it").click()
    await operation.getByRole("button", { name: "Send" }).click()
    await operation.getByText(/^200 in \d+ ms$/).waitFor()

    expect(complaints).toEqual([])
    expect(strays.filter((path) => path !== "/favicon.ico")).toEqual([])
  })
})
