import { MemorySignatureClassifier } from "@quittance/core/adapter"
import { Effect } from "effect"
import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import { listenFor } from "../node/TestServer.ts"
import { startTestApi, type TestApi } from "../TestApi.ts"
import { axeViolations, eventually, inChromium, phone, wide } from "../visitor.ts"

const openReference = async (page: Page, url: string, group: string): Promise<void> => {
  await page.goto(`${url}/docs/reference/${group}`)
  await page.locator("html.scripted").waitFor()
}

const putIn = async (page: Page, { publicKey, secret }: TestApi["key"]): Promise<void> => {
  const asked = page.getByRole("textbox", { name: "Public key" })
  if ((await asked.count()) > 0) await asked.fill(publicKey)
  await page.getByLabel("Secret", { exact: true }).fill(secret)
}

inChromium("a sandbox's reference, where operations are tried,", (visit) => {
  it("sends what is signed in the browser, with a key that is kept nowhere", async () => {
    await using api = await startTestApi({ time: "running" })
    api.wall.now = Date.now()
    await api.credit(api.key.partnerId, 100)
    await using server = await listenFor(api)
    await using visitor = await visit(wide)
    const { page } = visitor
    const sent: Array<Record<string, string>> = []
    page.on("request", (request) => void sent.push(request.headers()))
    await page.goto(`${server.url}/docs/reference/crypto-payouts`)
    await page.locator("html.scripted").waitFor()
    const operation = page.locator("#createPayout")
    await operation.getByText("Try it").click()
    await operation.getByRole("textbox", { name: "X-Idempotency-Key", exact: true }).fill("tried-1")
    await operation.getByRole("button", { name: "Send" }).click()
    await operation.getByText("A sandbox key is missing").waitFor()
    await page.getByRole("textbox", { name: "Public key" }).fill(api.key.publicKey)
    await page.getByLabel("Secret", { exact: true }).fill(api.key.secret)
    await operation.getByRole("button", { name: "Send" }).click()
    await operation.getByText(/^200 in \d+ ms$/).waitFor()
    expect(await operation.locator(".answered code").textContent()).toContain('"status": "PENDING"')
    const stored = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])
    )
    expect(stored).toBe('[{},{},""]')
    // What is signed is not sent.
    expect(JSON.stringify(sent)).not.toContain(api.key.secret)
    await page.reload()
    expect(await page.getByLabel("Secret", { exact: true }).inputValue()).toBe("")
  })

  it.each([
    ["idempotency", "bound-1"],
    ["query", ""]
  ] as const)("signs for a key that binds the %s", async (bind, idempotencyKey) => {
    await using api = await startTestApi({ time: "running" })
    api.wall.now = Date.now()
    const key = await api.createKey({ bind })
    await using server = await listenFor(api)
    await using visitor = await visit(wide)
    const { page } = visitor
    await openReference(page, server.url, "crypto-payouts")
    await putIn(page, key)
    const isBound = idempotencyKey !== ""
    const operation = page.locator(isBound ? "#createPayout" : "#listPayouts")
    await operation.getByText("Try it").click()
    if (isBound) await operation.getByLabel("X-Idempotency-Key").fill(idempotencyKey)
    else await operation.getByLabel("limit").fill("5")
    const send = operation.getByRole("button", { name: "Send" })
    await send.click()
    await operation.getByText(/^401 in \d+ ms$/).waitFor()
    expect(await operation.locator(".answered code").textContent()).toContain("signature_invalid")
    await page.getByLabel("The signature binds").selectOption(bind)
    await send.click()
    // The signature is right now; the balance is empty.
    await operation.getByText(isBound ? /^4(?!01)\d\d in \d+ ms$/ : /^200 in \d+ ms$/).waitFor()
    const answer = await operation.locator(".answered code").textContent()
    expect(answer).toContain(isBound ? '"insufficient_funds"' : '"payouts": []')
  })

  it("sends a body as it was written, whatever numbers are in it", async () => {
    await using api = await startTestApi()
    await using server = await listenFor(api)
    await using visitor = await visit(wide)
    const { page } = visitor
    await openReference(page, server.url, "invoices")
    await putIn(page, api.key)
    const operation = page.locator("#createInvoice")
    await operation.getByText("Try it").click()
    const send = operation.getByRole("button", { name: "Send" })
    await operation.getByLabel("Body").fill('{"amount": 12.')
    await send.click()
    await operation.getByText("Not sent").waitFor()
    await operation.getByLabel("Body").fill('{"amount": 1250.500000000000000001, "currency": "KZT"}')
    await send.click()
    await operation.getByText(/^422 in \d+ ms$/).waitFor()
    expect(await operation.locator(".answered code").textContent()).toContain("at most 2 decimals")
    await operation.getByLabel("Body").fill('{"amount": 1250.50, "currency": "KZT"}')
    await send.click()
    await operation.getByText(/^201 in \d+ ms · /).waitFor()
    const link = operation.getByRole("link", { name: "Open paymentUrl" })
    expect(await link.getAttribute("href")).toMatch(/\/pay\/bank\/\S+$/)
  })

  it("sends a CSV file as it was chosen, or as it was written", async () => {
    await using api = await startTestApi()
    await using server = await listenFor(api)
    await using visitor = await visit(phone)
    const { complaints, page } = visitor
    await openReference(page, server.url, "invoice-batches")
    await putIn(page, api.key)
    const operation = page.locator("#createInvoiceBatch")
    await operation.getByText("Try it").click()
    expect(await axeViolations(page)).toEqual([])
    await operation.getByLabel("Idempotency-Key").fill("written")
    await operation.getByRole("button", { name: "Send" }).click()
    await operation.getByText(/^201 in \d+ ms · /).waitFor()
    expect(await operation.locator(".answered code").textContent()).toContain('"created": 2')
    const buffer = Buffer.from("amount,description\n10,One\n20,Two\n30,Three\n")
    await operation
      .locator('input[type="file"]')
      .setInputFiles({ name: "june.csv", mimeType: "text/csv", buffer })
    await operation.getByLabel("defaultCurrency").fill("EUR")
    await operation.getByLabel("Idempotency-Key").fill("chosen")
    await operation.getByRole("button", { name: "Send" }).click()
    await eventually(() => operation.locator(".answered code").textContent()).toContain('"created": 3')
    expect(complaints).toEqual([])
  })

  it("sends the image of a signature, which needs no key", async () => {
    await using api = await startTestApi({
      providers: MemorySignatureClassifier.layer(() => Effect.succeed(MemorySignatureClassifier.flawless))
    })
    await using server = await listenFor(api)
    await using visitor = await visit(phone)
    const { complaints, page } = visitor
    await openReference(page, server.url, "signature-validation")
    expect(await page.locator("#keys").count()).toBe(0)
    const operation = page.locator("#validateSignature")
    await operation.getByText("Try it").click()
    const buffer = Buffer.from("\x89PNG\r\n\x1a\n and the rest", "latin1")
    await operation
      .locator('input[type="file"]')
      .setInputFiles({ name: "signature.png", mimeType: "image/png", buffer })
    await operation.getByRole("button", { name: "Send" }).click()
    await operation.getByText(/^200 in \d+ ms$/).waitFor()
    expect(await operation.locator(".answered code").textContent()).toContain('"isValid": true')
    expect(complaints).toEqual([])
  })
})
