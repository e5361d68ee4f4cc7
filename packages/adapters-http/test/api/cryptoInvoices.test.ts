import { assert, describe, it } from "vitest"
import { invoicesPath, startTestApi } from "../TestApi.ts"

const fields = (more: Record<string, unknown> = {}) => ({
  amount: 100,
  network: "tron",
  externalId: "order-1",
  ...more
})

const invoiceOf = (answer: { readonly body: { readonly [field: string]: unknown } }) =>
  answer.body.invoice as Record<string, unknown>

describe("creating a crypto invoice", () => {
  it("answers every field of the record", async () => {
    await using api = await startTestApi()
    const answer = await api.call({ path: invoicesPath, body: fields({ description: "shoes" }) })
    assert.strictEqual(answer.status, 200)
    const { id, address, paymentLink, ...invoice } = invoiceOf(answer)
    assert.match(String(address), /^T[1-9A-HJ-NP-Za-km-z]{33}$/)
    assert.match(String(paymentLink), /^http:\/\/api\.test\/pay\/crypto\/[0-9a-f]{32}$/)
    assert.notInclude(String(paymentLink), String(id))
    assert.deepStrictEqual(invoice, {
      externalId: "order-1",
      network: "tron",
      currency: "USDT",
      amount: 100,
      expectedAmount: 100,
      feeAmount: 1,
      netAmount: 99,
      feePayer: "merchant",
      status: "pending",
      exception: "none",
      paidAmount: 0,
      confirmations: 0,
      requiredConfirmations: 20,
      successUrl: null,
      description: "shoes",
      customerName: null,
      customerEmail: null,
      expiresAt: "2026-01-15T13:00:00.000Z",
      createdAt: "2026-01-15T12:00:00.000Z",
      updatedAt: "2026-01-15T12:00:00.000Z",
      paidAt: null
    })
  })

  it.each([
    ["invalid_request", { externalId: undefined }],
    ["invalid_request", { externalId: "x".repeat(129) }],
    ["invalid_request", { externalId: "ключ" }],
    ["invalid_request", { amount: "100" }],
    ["invalid_request", { expiresInMinutes: 4 }],
    ["invalid_request", { expiresInMinutes: 1441 }],
    ["invalid_request", { expiresInMinutes: 5.5 }],
    ["invalid_request", { successUrl: "javascript:alert(1)" }],
    ["invalid_request", { customerEmail: "nobody" }],
    ["invalid_request", { description: "x".repeat(501) }],
    ["unsupported_network", { network: "polygon" }],
    ["amount_out_of_range", { amount: 0.5 }],
    ["amount_out_of_range", { amount: 100_000.000001 }]
  ])("%s: %o", async (code, wrong) => {
    await using api = await startTestApi()
    const answer = await api.call({ path: invoicesPath, body: fields(wrong) })
    assert.deepStrictEqual([answer.status, answer.code], [400, code])
  })

  it("replays the invoice as it was issued, by externalId", async () => {
    await using api = await startTestApi()
    const first = await api.call({ path: invoicesPath, body: fields() })
    await api.call({ path: `${invoicesPath}/${invoiceOf(first).id}/cancel`, method: "POST" })
    api.wall.now += 1000
    const second = await api.call({ path: invoicesPath, body: fields() })
    assert.strictEqual(second.headers.get("idempotent-replayed"), "true")
    assert.deepStrictEqual(second.body.invoice, first.body.invoice)
  })

  it("idempotency_conflict: the same externalId with other fields", async () => {
    await using api = await startTestApi()
    await api.call({ path: invoicesPath, body: fields() })
    const answer = await api.call({ path: invoicesPath, body: fields({ amount: 101 }) })
    assert.deepStrictEqual([answer.status, answer.code], [409, "idempotency_conflict"])
  })

  it("service_unavailable: no source of deposit addresses", async () => {
    await using api = await startTestApi({ mode: "live", keyScopes: ["crypto:write"] })
    const answer = await api.call({ path: invoicesPath, body: fields() })
    assert.deepStrictEqual([answer.status, answer.code], [503, "service_unavailable"])
    assert.isAtLeast(Number(answer.headers.get("retry-after")), 1)
    assert.include(answer.body.error?.message, "DepositAddresses")
  })
})

describe("reading and cancelling a crypto invoice", () => {
  it("is found by id and by externalId", async () => {
    await using api = await startTestApi()
    const externalId = "order #1 ü?&=".replace("ü", "u")
    const created = await api.call({ path: invoicesPath, body: fields({ externalId }) })
    const byId = await api.call({ path: `${invoicesPath}/${invoiceOf(created).id}` })
    const query = `externalId=${encodeURIComponent(externalId)}`
    const byExternalId = await api.call({ path: invoicesPath, query })
    assert.deepStrictEqual(byId.body.invoice, created.body.invoice)
    assert.deepStrictEqual(byExternalId.body.invoice, created.body.invoice)
  })

  it("invalid_request: externalId is required to find one", async () => {
    await using api = await startTestApi()
    for (const query of [undefined, "externalId=", "externalid=order-1"]) {
      const answer = await api.call({ path: invoicesPath, ...(query === undefined ? {} : { query }) })
      assert.deepStrictEqual([answer.status, answer.code], [400, "invalid_request"])
    }
  })

  it("invalid_state: a second cancel", async () => {
    await using api = await startTestApi()
    const { id } = invoiceOf(await api.call({ path: invoicesPath, body: fields() }))
    const path = `${invoicesPath}/${id}/cancel`
    const cancelled = await api.call({ path, method: "POST" })
    assert.strictEqual(invoiceOf(cancelled).status, "cancelled")
    api.wall.now += 1
    const again = await api.call({ path, method: "POST" })
    assert.deepStrictEqual([again.status, again.code], [409, "invalid_state"])
  })

  it("redacts: what is personal is gone from every read, a replay and the page; once more changes nothing", async () => {
    await using api = await startTestApi()
    const personal = {
      description: "For Jane Doe",
      customerName: "Jane Doe",
      customerEmail: "jane@shop.example",
      successUrl: "https://shop.example/thanks?token=jane"
    }
    const created = invoiceOf(await api.call({ path: invoicesPath, body: fields(personal) }))
    assert.include(created, personal)
    const pageUrl = String(created.paymentLink)
    const path = `${invoicesPath}/${created.id}`
    const redacted = await api.call({ path: `${path}/redact`, method: "POST" })
    assert.strictEqual(redacted.status, 200)
    assert.sameMembers(Object.keys(redacted.body), ["success", "invoice", "requestId"])
    const invoice = invoiceOf(redacted)
    assert.isString(invoice.redactedAt)
    const left = { description: null, customerName: null, customerEmail: null, successUrl: null }
    const { redactedAt, updatedAt } = invoice
    assert.deepStrictEqual(invoice, { ...created, ...left, status: "cancelled", redactedAt, updatedAt })
    api.wall.now += 1000
    const again = await api.call({ path: `${path}/redact`, method: "POST" })
    assert.deepStrictEqual([again.status, invoiceOf(again)], [200, invoice])
    assert.deepStrictEqual(invoiceOf(await api.call({ path })), invoice)
    assert.deepStrictEqual(
      invoiceOf(await api.call({ path: invoicesPath, query: "externalId=order-1" })),
      invoice
    )
    const replayed = await api.call({ path: invoicesPath, body: fields(personal) })
    assert.strictEqual(replayed.headers.get("idempotent-replayed"), "true")
    assert.deepInclude(invoiceOf(replayed), { ...left, id: created.id, redactedAt })
    const page = await api.handler(new Request(pageUrl))
    assert.strictEqual(page.status, 200)
    assert.notMatch(await page.text(), /jane/i)
  })

  it("does not redact while money is on its way: 409 invalid_state", async () => {
    await using api = await startTestApi()
    const created = invoiceOf(await api.call({ path: invoicesPath, body: fields({ customerName: "Jane" }) }))
    const path = `${invoicesPath}/${created.id}/redact`
    await api.sandbox("crypto/deposits", { address: created.address, amount: 100, confirmations: 1 })
    const refused = await api.call({ path, method: "POST" })
    assert.deepStrictEqual([refused.status, refused.code], [409, "invalid_state"])
    const kept = invoiceOf(await api.call({ path: `${invoicesPath}/${created.id}` }))
    assert.include(kept, { status: "confirming", customerName: "Jane" })
    assert.notProperty(kept, "redactedAt")
  })

  it("is paid by a deposit that the sandbox shows", async () => {
    await using api = await startTestApi()
    const created = invoiceOf(await api.call({ path: invoicesPath, body: fields() }))
    const deposit = await api.sandbox("crypto/deposits", { address: created.address, amount: 100 })
    assert.strictEqual(deposit.status, 200)
    const paid = invoiceOf(await api.call({ path: `${invoicesPath}/${created.id}` }))
    assert.deepStrictEqual([paid.status, paid.paidAmount], ["paid", 100])
    const { body } = await api.call({ path: "/api/v2/crypto/balance" })
    const balance = body.balance as Record<string, unknown>
    assert.deepStrictEqual([balance.available, balance.received], [99, 99])
  })
})
