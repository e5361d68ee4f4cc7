import { Layer } from "effect"
import { assert, describe, it } from "vitest"
import { kycProviders } from "../KycProviders.ts"
import { makeReceivers } from "../Receivers.ts"
import { type ApiAnswer, startTestApi, type TestApi } from "../TestApi.ts"

const start = () =>
  startTestApi({ rateLimits: "off", providers: Layer.mergeAll(makeReceivers().layer, kycProviders) })

type Result = { readonly type: string; readonly id: string; readonly status: string | null }

let asked = 0

const fiat = (api: TestApi, q: string, key = api.key) =>
  api.fiat("search", { query: `q=${encodeURIComponent(q)}`, key })

const crypto = (api: TestApi, q: string, key = api.key) =>
  api.call({
    path: "/api/v2/crypto/search",
    query: `q=${encodeURIComponent(q)}`,
    key,
    timestamp: api.wall.now - ++asked
  })

const resultsOf = ({ body, status }: ApiAnswer): ReadonlyArray<Result> => {
  assert.strictEqual(status, 200, JSON.stringify(body))
  return body.results as ReadonlyArray<Result>
}

const named = (answer: ApiAnswer) => resultsOf(answer).map(({ id, status, type }) => [type, id, status])

const address = "0x52908400098527886E0F7030069857D2E4169EE7"

const cryptoInvoice = async (api: TestApi, externalId: string) => {
  const body = { amount: 5, network: "ethereum", externalId }
  const answer = await api.call({ path: "/api/v2/crypto/invoices", body, timestamp: api.wall.now - ++asked })
  return answer.body.invoice as { readonly id: string; readonly address: string; readonly expiresAt: string }
}

/** An invoice of a file: only those have an externalId. */
const batched = async (api: TestApi, externalId: string, headers: Record<string, string> = {}) => {
  const body = new FormData()
  body.append("file", new Blob([`amount,currency,externalId\n5,USD,${externalId}`]), "file")
  const answer = (await api.fiat("batch/invoices", { body, headers })).body
  const [invoice] = answer.invoices as ReadonlyArray<{ readonly id: string }>
  return { batchId: String(answer.batchId), id: String(invoice?.id) }
}

const payoutId = ({ body }: ApiAnswer) => (body.payout as { readonly id: string }).id

describe("the search of the crypto group", () => {
  it("finds a payout by id, key, address and transaction, with the status that reading it shows", async () => {
    await using api = await start()
    await api.credit(api.key.partnerId, 1000)
    const id = payoutId(
      await api.createPayout({ network: "ethereum", address }, { idempotencyKey: "order 7" })
    )
    for (const q of [id, id.toUpperCase(), "order 7", ` order 7\n`, address, address.toLowerCase()])
      assert.deepStrictEqual(resultsOf(await crypto(api, q)), [
        { type: "payout", id, status: "PENDING", createdAt: "2026-01-15T12:00:00.000Z" } as Result
      ])
    await api.work()
    assert.deepStrictEqual(named(await crypto(api, id)), [["payout", id, "COMPLETED"]])
  })

  it("finds an invoice by id, externalId, address and transaction, and shows its expiry at once", async () => {
    await using api = await start()
    const { address, expiresAt, id } = await cryptoInvoice(api, "order/7 a")
    const txHash = "AB".repeat(32)
    await api.sandbox("crypto/deposits", { address, amount: 1, txHash })
    await api.work()
    const searches = [id, "order/7 a", address, address.toLowerCase(), txHash, `0x${txHash.toLowerCase()}`]
    for (const q of searches)
      assert.deepStrictEqual(named(await crypto(api, q)), [["crypto_invoice", id, "confirming"]], q)
    const other = await cryptoInvoice(api, "another")
    api.wall.now = Date.parse(expiresAt) + 1000
    assert.deepStrictEqual(named(await crypto(api, "another")), [["crypto_invoice", other.id, "expired"]])
  })

  it("finds a wallet by id, key, address and transaction, without a status", async () => {
    await using api = await start()
    const body = { label: "shop", network: "tron" }
    const headers = { "idempotency-key": "wallet 1" }
    const made = await api.transit("transit/wallets", { body, headers })
    const { address, id } = made.body.wallet as { readonly address: string; readonly id: string }
    await api.sandbox("crypto/deposits", { address, amount: 5, txHash: "any text" })
    await api.work()
    for (const q of [id, "wallet 1", address, "any text"])
      assert.deepStrictEqual(named(await crypto(api, q)), [["wallet", id, null]], q)
    assert.deepStrictEqual(resultsOf(await crypto(api, address.toLowerCase())), [])
  })

  it("a redacted invoice is found by nothing", async () => {
    await using api = await start()
    const { address, id } = await cryptoInvoice(api, "order 7")
    const redaction = await api.call({
      method: "POST",
      path: `/api/v2/crypto/invoices/${id}/redact`,
      timestamp: api.wall.now - ++asked
    })
    assert.strictEqual(redaction.status, 200)
    for (const q of [id, "order 7", address]) assert.deepStrictEqual(resultsOf(await crypto(api, q)), [], q)
  })
})

describe("the search of the fiat group", () => {
  it("finds invoices, batches and sessions by id, externalId and key", async () => {
    await using api = await start()
    const post = async (path: string, body: unknown) =>
      (await api.fiat(path, { body, headers: { "idempotency-key": "one key" } })).body
    const { batchId, id: imported } = await batched(api, "order 7", { "idempotency-key": "one key" })
    assert.deepStrictEqual(named(await fiat(api, "order 7")), [["invoice", imported, "pending"]])
    assert.deepStrictEqual(named(await fiat(api, batchId)), [["batch", batchId, "completed"]])
    const { id: invoice } = await post("invoices", { amount: 5, currency: "USD" })
    assert.deepStrictEqual(named(await fiat(api, String(invoice))), [["invoice", invoice, "pending"]])
    const { id: session } = await post("kyc/sessions", { level: "basic" })
    assert.deepStrictEqual(named(await fiat(api, String(session))), [["kyc_session", session, "pending"]])
    const types = resultsOf(await fiat(api, "one key")).map(({ type }) => type)
    assert.deepStrictEqual(types.toSorted(), ["batch", "invoice", "kyc_session"])
    for (const id of [imported, invoice])
      assert.strictEqual((await api.fiat(`invoices/${id}/redact`, { method: "POST" })).status, 200)
    for (const q of [imported, String(invoice), "order 7"])
      assert.deepStrictEqual(named(await fiat(api, q)), [])
    assert.lengthOf(named(await fiat(api, "one key")), 2)
  })

  it("shows the expiry of invoices and sessions at once", async () => {
    await using api = await start()
    const { id } = (await api.fiat("invoices", { body: { amount: 5, currency: "USD" } })).body
    const session = (await api.fiat("kyc/sessions", { body: { level: "basic" } })).body
    api.wall.now += 86_400_000
    assert.deepStrictEqual(named(await fiat(api, String(id))), [["invoice", id, "expired"]])
    const sessions = named(await fiat(api, String(session.id)))
    assert.deepStrictEqual(sessions, [["kyc_session", session.id, "expired"]])
  })

  it("finds a payment by the bank's id of the operation", async () => {
    await using api = await start()
    const { id } = (await api.fiat("invoices", { body: { amount: 5, currency: "USD" } })).body
    const paid = await api.sandbox(`invoices/${id}/pay`, { operationId: "bank operation 1" })
    assert.strictEqual(paid.status, 200, JSON.stringify(paid.body))
    const [found] = resultsOf(await fiat(api, "bank operation 1"))
    const payment = String(found?.id)
    assert.deepStrictEqual(named(await fiat(api, payment)), [["bank_payment", payment, "settled"]])
  })
})

describe("a search", () => {
  it("gives at most 20, the newest of all kinds", async () => {
    await using api = await start()
    await api.credit(api.key.partnerId, 1000)
    const ids: Array<string> = []
    for (let made = 0; made < 22; made++) {
      ids.push(payoutId(await api.createPayout({ network: "ethereum", address })))
      api.wall.now += 1_000
    }
    const found = resultsOf(await crypto(api, address)).map(({ id }) => id)
    assert.deepStrictEqual(found, ids.toReversed().slice(0, 20))
  })

  it("of one family finds nothing of the other, and a key without its scope is refused", async () => {
    await using api = await start()
    const crypted = await cryptoInvoice(api, "order 7")
    const { id } = await batched(api, "order 7")
    assert.deepStrictEqual(
      resultsOf(await crypto(api, "order 7")).map((each) => each.id),
      [crypted.id]
    )
    assert.deepStrictEqual(
      resultsOf(await fiat(api, "order 7")).map((each) => each.id),
      [id]
    )
    assert.deepStrictEqual(resultsOf(await crypto(api, String(id))), [])
    assert.deepStrictEqual(resultsOf(await fiat(api, crypted.id)), [])
    const [reader, payer] = [
      await api.createKey({ scopes: ["payments:read"] }),
      await api.createKey({ scopes: ["crypto:read"] })
    ]
    assert.strictEqual((await crypto(api, "order 7", reader)).status, 403)
    assert.strictEqual((await fiat(api, "order 7", payer)).status, 403)
    assert.lengthOf(resultsOf(await fiat(api, "order 7", reader)), 1)
  })

  it("answers about another partner's records as about none", async () => {
    await using api = await start()
    const { address, id } = await cryptoInvoice(api, "order 7")
    const stranger = await api.createKey({ partner: "stranger" })
    for (const q of [id, "order 7", address, "nothing"])
      assert.deepStrictEqual(resultsOf(await crypto(api, q, stranger)), [], q)
  })

  it("400 invalid_request: of nothing, of blanks, of more than 255 characters, of NUL, of two values", async () => {
    await using api = await start()
    for (const query of ["", "q=", "q=%20%09", `q=${"a".repeat(256)}`, "q=a%00", "q=a&q=b"]) {
      const answers = [
        await api.fiat("search", { query }),
        await api.call({ path: "/api/v2/crypto/search", query, timestamp: api.wall.now - ++asked })
      ]
      for (const { body, code, status } of answers) {
        assert.deepStrictEqual([status, code], [400, "invalid_request"], query)
        assert.strictEqual(body.error?.details?.[0]?.field, "q")
      }
    }
  })

  it("200: of any other bytes, however hostile", async () => {
    await using api = await start()
    const hostile = [
      "😀".repeat(255),
      "\ufeff\u202e",
      "'; DROP TABLE payouts; --",
      "%",
      "_",
      "\\",
      "{}",
      "\u0001"
    ]
    for (const q of hostile) {
      assert.deepStrictEqual(resultsOf(await crypto(api, q)), [], q)
      assert.deepStrictEqual(resultsOf(await fiat(api, q)), [], q)
    }
    for (const query of ["q=%ff%fe", "q=%ed%a0%80", "q=%", "q=%zz"])
      assert.deepStrictEqual(resultsOf(await api.fiat("search", { query })), [], query)
  })
})
