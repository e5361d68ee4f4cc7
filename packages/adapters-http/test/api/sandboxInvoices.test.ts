import { assert, describe, it } from "vitest"
import { type ApiAnswer, startTestApi, type TestApi } from "../TestApi.ts"

const outcome = ({ code, status }: ApiAnswer) => [status, code]
const invoiceOf = ({ body }: ApiAnswer) => body.invoice as Record<string, unknown>
const createdId = async (api: TestApi, fields: Record<string, unknown> = {}) =>
  String((await api.fiat("invoices", { body: { amount: 10, currency: "USD", ...fields } })).body.id)

describe("paying an invoice in the sandbox", () => {
  it("needs no body at all: an operation and a bank are made up", async () => {
    await using api = await startTestApi()
    const id = await createdId(api)
    for (const headers of [{ "x-api-key": api.key.secret }, { "content-type": "text/plain" }]) {
      const answer = await api.send(
        new Request(`http://api.test/sandbox/v1/invoices/${id}/pay`, {
          method: "POST",
          headers: { "x-api-key": api.key.secret, ...headers }
        })
      )
      assert.strictEqual(answer.status, 200)
      assert.strictEqual(answer.body.success, true)
      assert.strictEqual(invoiceOf(answer).status, "paid")
      assert.match(String(invoiceOf(answer).payerBank), /\w/)
    }
  })

  it("takes an operation once: again for the same invoice it changes nothing, 409 duplicate for another", async () => {
    await using api = await startTestApi()
    const [id, other] = [await createdId(api), await createdId(api)]
    const operation = { bank: "Kaspi", operationId: "op-1" }
    const first = await api.sandbox(`invoices/${id}/pay`, operation)
    api.wall.now += 1000
    const again = await api.sandbox(`invoices/${id}/pay`, operation)
    assert.deepStrictEqual(again.body.invoice, first.body.invoice)
    assert.deepStrictEqual(outcome(await api.sandbox(`invoices/${other}/pay`, operation)), [409, "duplicate"])
    assert.strictEqual((await api.fiat(`invoices/${other}`)).body.status, "pending")
  })

  it("within the grace after its expiry an invoice is paid late; after it, and when cancelled, it stays", async () => {
    await using api = await startTestApi()
    const [late, tooLate, cancelled] = [await createdId(api), await createdId(api), await createdId(api)]
    await api.fiat(`invoices/${cancelled}/cancel`, { method: "POST" })
    assert.strictEqual(invoiceOf(await api.sandbox(`invoices/${cancelled}/pay`, {})).status, "cancelled")
    api.wall.now += 48 * 60 * 60 * 1000
    const paid = invoiceOf(await api.sandbox(`invoices/${late}/pay`, {}))
    assert.deepInclude(paid, { status: "paid", late: true })
    api.wall.now += 1
    assert.strictEqual(invoiceOf(await api.sandbox(`invoices/${tooLate}/pay`, {})).status, "expired")
  })

  it("404 not_found: unknown, of another partner, and what is no id", async () => {
    await using api = await startTestApi()
    const id = await createdId(api)
    const other = await api.createKey({ partner: "other" })
    for (const answer of [
      await api.sandbox(`invoices/${id}/pay`, {}, other.secret),
      await api.sandbox(`invoices/inv_${"0".repeat(32)}/pay`, {}),
      await api.sandbox("invoices/x/pay", {})
    ])
      assert.deepStrictEqual(outcome(answer), [404, "not_found"])
    assert.strictEqual((await api.fiat(`invoices/${id}`)).body.status, "pending")
  })

  it.each([
    ["bank", { bank: 5 }],
    ["bank", { bank: "x".repeat(101) }],
    ["bank", { bank: " " }],
    ["operationId", { operationId: "ключ" }],
    ["operationId", { operationId: "x".repeat(129) }]
  ])("400 invalid_request, never 422: %s in %o", async (field, body) => {
    await using api = await startTestApi()
    const answer = await api.sandbox(`invoices/${await createdId(api)}/pay`, body)
    assert.deepStrictEqual(outcome(answer), [400, "invalid_request"])
    assert.strictEqual(answer.body.error?.details?.[0]?.field, field)
  })
})

describe("the sandbox's mailbox", () => {
  it("is empty at first, and shows each partner its own", async () => {
    await using api = await startTestApi()
    const other = await api.createKey({ partner: "other" })
    const form = new FormData()
    form.append("file", new Blob(["amount,currency,email\n10,USD,ann@example.com"]))
    form.append("sendEmails", "true")
    const before = await api.sandbox("mail")
    assert.deepStrictEqual(Object.keys(before.body), ["success", "mail", "requestId"])
    assert.deepStrictEqual(before.body.mail, [])
    await api.fiat("batch/invoices", { body: form })
    await api.work()
    assert.lengthOf((await api.sandbox("mail")).body.mail as ReadonlyArray<unknown>, 1)
    assert.deepStrictEqual((await api.sandbox("mail", undefined, other.secret)).body.mail, [])
  })
})
