import { assert, describe, it } from "vitest"
import { type ApiAnswer, invoicesPath, startTestApi, type TestApi } from "../TestApi.ts"

type Invoice = Readonly<Record<string, unknown>>

const invoiceOf = ({ body }: ApiAnswer) => body.invoice as Invoice
const create = (api: TestApi, more: Record<string, unknown> = {}) =>
  api.call({ path: invoicesPath, body: { amount: 100, network: "tron", externalId: "order-1", ...more } })
const post = (api: TestApi, { id }: Invoice, what: "cancel" | "redact") =>
  api.call({ path: `${invoicesPath}/${id}/${what}`, method: "POST" })
const read = (api: TestApi, { id }: Invoice) => api.call({ path: `${invoicesPath}/${id}` })

describe("a crypto invoice", () => {
  it("is answered with every field of the record, and found by id and by externalId", async () => {
    await using api = await startTestApi()
    const externalId = "order #1 u?&="
    const answer = await create(api, { externalId, description: "shoes" })
    assert.strictEqual(answer.status, 200)
    const { id, address, paymentLink, ...invoice } = invoiceOf(answer)
    assert.match(String(address), /^T[1-9A-HJ-NP-Za-km-z]{33}$/)
    assert.match(String(paymentLink), /^http:\/\/api\.test\/pay\/crypto\/[0-9a-f]{32}$/)
    assert.notInclude(String(paymentLink), String(id))
    assert.deepStrictEqual(invoice, {
      externalId,
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
      creditedAmount: 0,
      chargedFee: 0,
      transfers: [],
      transfersOmitted: 0,
      confirmations: 0,
      requiredConfirmations: 20,
      successUrl: null,
      cancelUrl: null,
      description: "shoes",
      customerName: null,
      customerEmail: null,
      expiresAt: "2026-01-15T13:00:00.000Z",
      createdAt: "2026-01-15T12:00:00.000Z",
      updatedAt: "2026-01-15T12:00:00.000Z",
      paidAt: null
    })
    const query = `externalId=${encodeURIComponent(externalId)}`
    for (const found of [await read(api, { id }), await api.call({ path: invoicesPath, query })])
      assert.deepStrictEqual(invoiceOf(found), invoiceOf(answer))
  })

  it("400 invalid_request: is found by an externalId that is given", async () => {
    await using api = await startTestApi()
    const answer = await api.call({ path: invoicesPath, query: "externalId=" })
    assert.deepStrictEqual([answer.status, answer.code], [400, "invalid_request"])
  })

  it("is replayed as it was issued, by externalId; 409 idempotency_conflict with other fields", async () => {
    await using api = await startTestApi()
    const first = await create(api)
    await post(api, invoiceOf(first), "cancel")
    api.wall.now += 1000
    const second = await create(api)
    assert.strictEqual(second.headers.get("idempotent-replayed"), "true")
    assert.deepStrictEqual(invoiceOf(second), invoiceOf(first))
    const other = await create(api, { amount: 101 })
    assert.deepStrictEqual([other.status, other.code], [409, "idempotency_conflict"])
  })

  it("shows its transfers, what they came to after fees, and what was charged, wherever it is read", async () => {
    await using api = await startTestApi()
    const created = invoiceOf(await create(api))
    const { address } = created
    await api.sandbox("crypto/deposits", { address, amount: 40, txHash: "one", logIndex: 3 })
    await api.sandbox("crypto/deposits", { address, amount: 60, txHash: "two", confirmations: 5 })
    const at = "2026-01-15T12:00:00.000Z"
    const transfer = { requiredConfirmations: 20, seenAt: at }
    const shown = {
      feeAmount: 1,
      netAmount: 99,
      paidAmount: 40,
      creditedAmount: 39.6,
      chargedFee: 0.4,
      transfersOmitted: 0
    }
    const transfers = [
      {
        ...transfer,
        txHash: "one",
        position: 3,
        amount: 40,
        status: "credited",
        confirmations: 20,
        creditedAt: at
      },
      {
        ...transfer,
        txHash: "two",
        position: 0,
        amount: 60,
        status: "seen",
        confirmations: 5,
        creditedAt: null
      }
    ]
    const byExternalId = await api.call({ path: invoicesPath, query: "externalId=order-1" })
    for (const found of [await read(api, created), byExternalId]) {
      const { transfers: read, ...invoice } = invoiceOf(found)
      assert.deepInclude(invoice, shown)
      // Seen at one instant, in any order.
      assert.sameDeepMembers(read as Array<unknown>, transfers)
    }
  })

  it("is cancelled once; then 409 invalid_state", async () => {
    await using api = await startTestApi()
    const invoice = invoiceOf(await create(api))
    assert.strictEqual(invoiceOf(await post(api, invoice, "cancel")).status, "cancelled")
    const again = await post(api, invoice, "cancel")
    assert.deepStrictEqual([again.status, again.code], [409, "invalid_state"])
  })

  it("shows its payer's e-mail as it was sent, with an internationalised domain in either form", async () => {
    await using api = await startTestApi()
    for (const customerEmail of [
      "user@почта.рф",
      "user@xn--80a1acny.xn--p1ai",
      "info@кошелёк.қаз",
      "Info@КОШЕЛЁК.ҚАЗ"
    ]) {
      const fields = { customerEmail, externalId: customerEmail.replace(/[^ -~]/g, "-") }
      const created = invoiceOf(await create(api, fields))
      assert.strictEqual(created.customerEmail, customerEmail)
      assert.strictEqual(invoiceOf(await read(api, created)).customerEmail, customerEmail)
      assert.deepStrictEqual(invoiceOf(await create(api, fields)), created)
    }
  })

  it("is redacted: what is personal is gone from every read, a replay and the page", async () => {
    await using api = await startTestApi()
    const personal = {
      description: "For Jane Doe",
      customerName: "Jane Doe",
      customerEmail: "jane@shop.example",
      successUrl: "https://shop.example/thanks?token=jane",
      cancelUrl: "https://shop.example/cart?token=jane"
    }
    const created = invoiceOf(await create(api, personal))
    assert.include(created, personal)
    const redacted = await post(api, created, "redact")
    const invoice = invoiceOf(redacted)
    const links = { successUrl: null, cancelUrl: null }
    const left = { description: null, customerName: null, customerEmail: null, ...links }
    const { redactedAt, updatedAt } = invoice
    assert.isString(redactedAt)
    assert.deepStrictEqual(invoice, { ...created, ...left, status: "cancelled", redactedAt, updatedAt })
    assert.deepStrictEqual(invoiceOf(await read(api, created)), invoice)
    assert.deepInclude(invoiceOf(await create(api, personal)), { ...left, id: created.id, redactedAt })
    const page = await api.handler(new Request(String(created.paymentLink)))
    assert.strictEqual(page.status, 200)
    assert.notMatch(await page.text(), /jane/i)
  })

  it("is paid by a deposit that the sandbox shows; 409 invalid_state: is not redacted while that is on its way", async () => {
    await using api = await startTestApi()
    const created = invoiceOf(await create(api, { customerName: "Jane" }))
    const { address } = created
    await api.sandbox("crypto/deposits", { address, amount: 100, confirmations: 1, txHash: "abc" })
    const refused = await post(api, created, "redact")
    assert.deepStrictEqual([refused.status, refused.code], [409, "invalid_state"])
    assert.include(invoiceOf(await read(api, created)), { status: "confirming", customerName: "Jane" })
    await api.sandbox("crypto/blocks", { network: "tron", count: 19 })
    assert.include(invoiceOf(await read(api, created)), { status: "paid", paidAmount: 100 })
    const { body } = await api.call({ path: "/api/v2/crypto/balance" })
    assert.include(body.balance, { available: 99, received: 99 })
  })
})
