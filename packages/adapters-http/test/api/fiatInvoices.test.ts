import { assert, describe, it } from "vitest"
import { type ApiAnswer, startTestApi, type TestApi } from "../TestApi.ts"

const create = (api: TestApi, more: Record<string, unknown> = {}) =>
  api.fiat("invoices", { body: { amount: 100.5, currency: "USD", ...more } })
const post = (api: TestApi, { body }: ApiAnswer, what: "cancel" | "redact") =>
  api.fiat(`invoices/${body.id}/${what}`, { method: "POST" })
const listed = async (api: TestApi, query = "") => (await api.fiat("invoices", { query })).body.invoices

describe("a fiat invoice", () => {
  it("201: is answered without paidAt, and read with it, as the bare record", async () => {
    await using api = await startTestApi()
    const metadata = { order: 7, tags: ["a", null], nested: { b: "ü" } }
    const fields = { description: "shoes", metadata, redirectUrl: "https://shop.test/thanks" }
    const answer = await create(api, { ...fields, status: "paid", id: "mine" })
    assert.strictEqual(answer.status, 201)
    const { id, paymentUrl, ...record } = answer.body
    assert.match(String(id), /^inv_[0-9a-f]{32}$/)
    assert.match(String(paymentUrl), /^http:\/\/api\.test\/pay\/bank\/[0-9a-f]{44}$/)
    assert.notInclude(String(paymentUrl), String(id).slice(4))
    assert.deepStrictEqual(record, {
      ...fields,
      cancelUrl: null,
      reference: null,
      amount: 100.5,
      currency: "USD",
      status: "pending",
      externalId: null,
      batchId: null,
      payerBank: null,
      late: false,
      reversed: false,
      createdAt: "2026-01-15T12:00:00.000Z",
      updatedAt: "2026-01-15T12:00:00.000Z",
      expiresAt: "2026-01-16T12:00:00.000Z"
    })
    const read = await api.fiat(`invoices/${id}`)
    assert.deepStrictEqual(
      [read.status, read.body],
      [200, { ...answer.body, paidAt: null, redactedAt: null }]
    )
  })

  it("201: is made once under one key, by the payouts' name of the header as well", async () => {
    await using api = await startTestApi()
    const ask = (amount: number) =>
      api.fiat("invoices", {
        body: { amount, currency: "USD" },
        headers: { "X-Idempotency-Key": "order-7" }
      })
    const [first, again, other] = [await ask(10), await ask(10), await ask(11)]
    assert.deepStrictEqual([first.status, again.status, again.body], [201, 201, first.body])
    assert.strictEqual(again.headers.get("idempotent-replayed"), "true")
    assert.deepStrictEqual([other.status, other.code], [409, "idempotency_conflict"])
    assert.lengthOf((await listed(api)) as ReadonlyArray<unknown>, 1)
  })

  it("201: expires at the instant that is asked for, of any offset", async () => {
    await using api = await startTestApi()
    const { body } = await create(api, { expiresAt: "2026-01-16T18:00:00+06:00" })
    assert.strictEqual(body.expiresAt, "2026-01-16T12:00:00.000Z")
  })

  it("is redacted: what is personal is gone from every read, and its page still works", async () => {
    await using api = await startTestApi()
    const created = await create(api, {
      description: "For Jane Doe",
      metadata: { customer: "Jane Doe" },
      redirectUrl: "https://shop.example/jane"
    })
    const { body, status } = await post(api, created, "redact")
    assert.strictEqual(status, 200)
    assert.deepInclude(body, {
      amount: 100.5,
      description: null,
      metadata: {},
      redirectUrl: null,
      status: "cancelled"
    })
    assert.isString(body.redactedAt)
    assert.deepStrictEqual((await api.fiat(`invoices/${created.body.id}`)).body, body)
    assert.deepStrictEqual(await listed(api), [body])
    const page = await api.handler(new Request(String(created.body.paymentUrl)))
    assert.strictEqual(page.status, 200)
    assert.notMatch(await page.text(), /jane/i)
  })

  it("is cancelled once; then 409 invalid_state", async () => {
    await using api = await startTestApi()
    const created = await create(api)
    const { body, status } = await post(api, created, "cancel")
    assert.deepStrictEqual([status, body.status, body.id], [200, "cancelled", created.body.id])
    const again = await post(api, created, "cancel")
    assert.deepStrictEqual([again.status, again.code], [409, "invalid_state"])
  })

  it("is paid by the simulated bank, and listed with paidAt and the payer's bank", async () => {
    await using api = await startTestApi()
    const { body } = await create(api)
    api.wall.now += 1000
    const paid = await api.sandbox(`invoices/${body.id}/pay`, { bank: "Kaspi" })
    assert.deepStrictEqual(await listed(api, "status=paid"), [paid.body.invoice])
    assert.deepInclude(paid.body.invoice, {
      id: body.id,
      status: "paid",
      payerBank: "Kaspi",
      late: false,
      paidAt: "2026-01-15T12:00:01.000Z"
    })
  })
})
