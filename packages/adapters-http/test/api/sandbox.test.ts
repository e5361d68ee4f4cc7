import { assert, describe, it } from "vitest"
import {
  type ApiAnswer,
  invoicesPath,
  payoutsPath,
  startTestApi,
  type TestApi,
  tronAddress
} from "../TestApi.ts"

const outcome = ({ code, status }: ApiAnswer) => [status, code]

interface Issued {
  readonly id: string
  readonly address: string
}

const issue = async (api: TestApi, key = api.key) => {
  const body = { amount: 5, network: "tron", externalId: "order-1" }
  return (await api.call({ path: invoicesPath, body, key })).body.invoice as Issued
}

describe("the sandbox", () => {
  it("credits the balance as an adjustment", async () => {
    await using api = await startTestApi()
    const credited = await api.sandbox("balance/credit", { amount: 12.5, reason: "test" })
    const figures = { available: 12.5, received: 0, paidOut: 0, adjustments: 12.5, pending: 0 }
    assert.deepStrictEqual(credited.body.balance, { ...figures, currency: "USDT" })
  })

  it("shows deposits under a hash that is told or made, adds blocks and reorganises", async () => {
    await using api = await startTestApi()
    const { address, id } = await issue(api)
    const statusNow = async () => {
      const { body } = await api.call({ path: `${invoicesPath}/${id}` })
      return (body.invoice as { status: string }).status
    }
    const deposit = (txHash: string) =>
      api.sandbox("crypto/deposits", { address, amount: 5, confirmations: 1, txHash })
    const { body, status } = await deposit("abc")
    assert.deepStrictEqual([status, body.txHash, body.logIndex], [200, "abc", 0])
    assert.strictEqual(await statusNow(), "confirming")
    assert.strictEqual((await api.sandbox("crypto/drop", { txHash: "abc" })).status, 200)
    assert.strictEqual(await statusNow(), "pending")
    assert.strictEqual((await deposit(`0x${"AB".repeat(32)}`)).body.txHash, "ab".repeat(32))
    assert.strictEqual((await api.sandbox("crypto/blocks", { network: "tron", count: 19 })).status, 200)
    assert.strictEqual(await statusNow(), "paid")
  })

  it("404 not_found, 409 duplicate: what the deposits of others and other deposits are refused with", async () => {
    await using api = await startTestApi()
    const { address } = await issue(api)
    const other = await api.createKey({ partner: "other" })
    const deposit = (to: string, amount: number, secret?: string) =>
      api.sandbox("crypto/deposits", { address: to, amount, txHash: "abc" }, secret)
    const dropped = () => api.sandbox("crypto/drop", { txHash: "abc" }, other.secret)
    const unknown = await dropped()
    assert.strictEqual((await deposit(address, 5)).status, 200)
    assert.deepStrictEqual(outcome(await deposit(address, 6)), [409, "duplicate"])
    for (const answer of [
      await dropped(),
      await deposit(address, 5, other.secret),
      await deposit(tronAddress, 5)
    ])
      assert.deepStrictEqual(outcome(answer), [404, "not_found"])
    assert.deepStrictEqual((await dropped()).body.error, unknown.body.error, "in the same words")
  })

  it("moves the domain clock", async () => {
    await using api = await startTestApi()
    api.startWork()
    const { id } = await issue(api)
    const answer = await api.sandbox("clock/advance", { seconds: 3600 })
    assert.strictEqual(answer.body.now, "2026-01-15T13:00:00.000Z")
    const { body } = await api.call({ path: `${invoicesPath}/${id}` })
    assert.include(body.invoice, { status: "expired" })
  })

  it("tells what the processing side executed", async () => {
    await using api = await startTestApi()
    await api.credit(api.key.partnerId, 100)
    const { id } = (await api.createPayout({ amount: 7 })).body.payout as Issued
    const transfers = async () => (await api.sandbox(`crypto/transfers?payoutId=${id}`)).body.transfers
    assert.deepStrictEqual(await transfers(), [])
    await api.work()
    const executedAt = "2026-01-15T12:00:00.000Z"
    const made = { payoutId: id, amount: 7, address: tronAddress, network: "tron", executedAt }
    assert.deepStrictEqual(await transfers(), [made])
    const { body } = await api.call({ path: `${payoutsPath}/${id}` })
    assert.include(body.payout, { status: "COMPLETED", processingStatus: "confirmed" })
    assert.strictEqual((await api.sandbox("crypto/transfers")).code, "invalid_request")
  })

  it("pays an invoice without a body, by an operation and a bank that are made up; 409 duplicate for another's", async () => {
    await using api = await startTestApi()
    const created = async () =>
      String((await api.fiat("invoices", { body: { amount: 10, currency: "USD" } })).body.id)
    const headers = { "x-api-key": api.key.secret, "content-type": "text/plain" }
    const url = `http://api.test/sandbox/v1/invoices/${await created()}/pay`
    const { body, status } = await api.send(new Request(url, { method: "POST", headers }))
    assert.deepStrictEqual([status, body.success], [200, true])
    const { payerBank, ...invoice } = body.invoice as Record<string, unknown>
    assert.include(invoice, { status: "paid" })
    assert.match(String(payerBank), /\w/)
    const operation = { bank: "Kaspi", operationId: "op-1" }
    await api.sandbox(`invoices/${await created()}/pay`, operation)
    const again = await api.sandbox(`invoices/${await created()}/pay`, operation)
    assert.deepStrictEqual(outcome(again), [409, "duplicate"])
  })

  it("shows each partner its own mailbox", async () => {
    await using api = await startTestApi()
    const other = await api.createKey({ partner: "other" })
    const form = new FormData()
    form.append("file", new Blob(["amount,currency,email\n10,USD,ann@example.com"]), "a.csv")
    form.append("sendEmails", "true")
    await api.fiat("batch/invoices", { body: form })
    await api.work()
    const mailOf = async (secret?: string) => (await api.sandbox("mail", undefined, secret)).body.mail
    const [mail, ...others] = (await mailOf()) as ReadonlyArray<Record<string, unknown>>
    assert.isEmpty(others)
    assert.hasAllKeys(mail, ["html", "id", "invoiceId", "kind", "sentAt", "subject", "text", "to"])
    assert.include(mail, { kind: "payment_link", to: "ann@example.com", sentAt: "2026-01-15T12:00:00.000Z" })
    assert.deepStrictEqual(await mailOf(other.secret), [])
  })

  it("lists a mailbox whole, or by pages where one is asked for", async () => {
    await using api = await startTestApi()
    const form = new FormData()
    const rows = Array.from({ length: 23 }, (_, row) => `10,USD,customer${row}@example.com`)
    form.append("file", new Blob([["amount,currency,email", ...rows].join("\n")]), "a.csv")
    form.append("sendEmails", "true")
    await api.fiat("batch/invoices", { body: form })
    await api.work()
    const { body } = await api.sandbox("mail")
    const all = body.mail as ReadonlyArray<unknown>
    assert.hasAllKeys(body, ["success", "mail", "requestId"])
    assert.lengthOf(all, 23)
    const pagination = { page: 2, limit: 20, total: 23, totalPages: 2, nextCursor: null }
    assert.deepInclude((await api.sandbox("mail?page=2")).body, { mail: all.slice(20), pagination })
    const { body: third } = await api.sandbox("mail?page=3&limit=5")
    const { nextCursor } = third.pagination as { readonly nextCursor: string }
    assert.deepInclude(third, {
      mail: all.slice(10, 15),
      pagination: { page: 3, limit: 5, total: 23, totalPages: 5, nextCursor }
    })
    const none = { page: null, total: null, totalPages: null }
    const { body: fourth } = await api.sandbox(`mail?limit=7&cursor=${nextCursor}`)
    const { pagination: next } = fourth as { readonly pagination: { readonly nextCursor: string } }
    assert.deepInclude(fourth, {
      mail: all.slice(15, 22),
      pagination: { ...none, limit: 7, nextCursor: next.nextCursor }
    })
    assert.deepInclude((await api.sandbox(`mail?cursor=${next.nextCursor}&limit=1`)).body, {
      mail: all.slice(22),
      pagination: { ...none, limit: 1, nextCursor: null }
    })
    const other = await api.createKey({ partner: "other" })
    assert.deepStrictEqual(outcome(await api.sandbox(`mail?cursor=${nextCursor}`, undefined, other.secret)), [
      400,
      "invalid_cursor"
    ])
    assert.deepInclude((await api.sandbox("mail?limit=5&page=9")).body, { mail: [] })
    assert.deepStrictEqual(outcome(await api.sandbox("mail?limit=0")), [400, "invalid_request"])
  })
})
