import { assert, describe, it } from "vitest"
import { type ApiAnswer, startTestApi, type TestApi } from "../TestApi.ts"

const fields = (more: Record<string, unknown> = {}) => ({ label: "shop", network: "tron", ...more })

type Wallet = Readonly<Record<string, unknown>>

const outcome = ({ code, status }: ApiAnswer) => [status, code]
const walletIn = ({ body }: ApiAnswer) => body.wallet as Wallet
const walletsIn = ({ body }: ApiAnswer) => body.wallets as ReadonlyArray<Wallet>
const created = async (api: TestApi, more: Record<string, unknown> = {}) => {
  const answer = await api.transit("transit/wallets", { body: fields(more) })
  assert.strictEqual(answer.status, 201)
  return walletIn(answer)
}

describe("the networks of the transit group", () => {
  it("200: name and coins of every network", async () => {
    await using api = await startTestApi()
    const answer = await api.transit("transit/networks")
    assert.strictEqual(answer.status, 200)
    assert.deepStrictEqual(answer.body, {
      networks: ["tron", "ethereum", "bsc", "polygon"].map((name) => ({ name, coins: ["USDT"] }))
    })
  })
})

describe("creating a wallet", () => {
  it("201: wrapped by its name, with an address of its own, and the request's id in the header", async () => {
    await using api = await startTestApi()
    const answer = await api.transit("transit/wallets", { body: fields({ balance: 5, id: "mine" }) })
    assert.strictEqual(answer.status, 201)
    assert.match(answer.headers.get("x-request-id") ?? "", /^[0-9a-f-]{36}$/)
    assert.deepStrictEqual(Object.keys(answer.body), ["wallet"])
    const { address, id, ...record } = walletIn(answer)
    assert.match(String(id), /^wal_[0-9a-f]{32}$/)
    assert.match(String(address), /^T[1-9A-HJ-NP-Za-km-z]{33}$/)
    assert.deepStrictEqual(record, {
      label: "shop",
      network: "tron",
      balance: 0,
      coins: ["USDT"],
      createdAt: "2026-01-15T12:00:00.000Z"
    })
    assert.notStrictEqual((await created(api)).address, address)
  })

  it.each([
    { label: "a" },
    { label: "😀".repeat(100) },
    { network: "ethereum" },
    // Closed for invoices.
    { network: "polygon" }
  ])("201: %o", async (more) => {
    await using api = await startTestApi()
    assert.deepInclude(await created(api, more), fields(more))
  })

  it.each<readonly [string, Record<string, unknown>]>([
    ["label", { label: undefined }],
    ["label", { label: null }],
    ["label", { label: 5 }],
    // Rules are told as 400 in this group.
    ["label", { label: "" }],
    ["label", { label: "😀".repeat(101) }],
    ["label", { label: "a\0b" }],
    ["network", { network: undefined }],
    ["network", { network: 5 }]
  ])("400 invalid_request: a wrong %s, %o", async (field, more) => {
    await using api = await startTestApi()
    const answer = await api.transit("transit/wallets", { body: fields(more) })
    assert.deepStrictEqual(outcome(answer), [400, "invalid_request"])
    assert.deepStrictEqual(Object.keys(answer.body), ["success", "error", "requestId"])
    assert.deepStrictEqual(
      answer.body.error?.details?.map((detail) => detail.field),
      [field]
    )
    assert.strictEqual(answer.headers.get("x-request-id"), answer.body.requestId ?? "none")
    assert.deepStrictEqual(walletsIn(await api.transit("transit/wallets")), [])
  })

  it.each(["mars", "TRON", ""])("400 unsupported_network: %o", async (network) => {
    await using api = await startTestApi()
    const answer = await api.transit("transit/wallets", { body: fields({ network }) })
    assert.deepStrictEqual(outcome(answer), [400, "unsupported_network"])
    assert.include(answer.body.error?.message, "tron, ethereum, bsc, polygon")
  })

  it("503 service_unavailable: live, and nothing gives deposit addresses", async () => {
    await using api = await startTestApi({ mode: "live", keyScopes: ["transit:read", "transit:write"] })
    const answer = await api.transit("transit/wallets", { body: fields() })
    assert.deepStrictEqual(outcome(answer), [503, "service_unavailable"])
    assert.isAtLeast(Number(answer.headers.get("retry-after")), 1)
    assert.strictEqual((await api.transit("transit/networks")).status, 200)
    assert.deepStrictEqual(outcome(await api.fiat("webhooks")), [403, "forbidden"])
  })
})

describe("reading wallets", () => {
  it("200: the wallet as it was created", async () => {
    await using api = await startTestApi()
    const wallet = await created(api)
    const answer = await api.transit(`transit/wallets/${wallet.id}`)
    assert.deepStrictEqual([answer.status, answer.body], [200, { wallet }])
  })

  it("pages through them, newest first, and shows each partner its own", async () => {
    await using api = await startTestApi()
    const empty = await api.transit("transit/wallets")
    assert.deepStrictEqual(empty.body, {
      wallets: [],
      pagination: { page: 1, limit: 20, total: 0, totalPages: 0 }
    })
    const all: Array<Wallet> = []
    for (let index = 0; index < 5; index++) {
      api.wall.now += index % 2
      all.unshift(await created(api, { label: `wallet ${index}` }))
    }
    const pages = await Promise.all(
      [1, 2, 3, 4].map((page) => api.transit("transit/wallets", { query: `limit=2&page=${page}` }))
    )
    assert.deepStrictEqual(pages.map(walletsIn), [all.slice(0, 2), all.slice(2, 4), all.slice(4), []])
    assert.deepStrictEqual(pages[3]?.body.pagination, { page: 4, limit: 2, total: 5, totalPages: 3 })
    const other = await api.createKey({ partner: "other" })
    assert.deepStrictEqual(walletsIn(await api.transit("transit/wallets", { key: other })), [])
  })
})

describe("sandbox deposits to a wallet", () => {
  const figuresOf = async (api: TestApi, id: unknown) => {
    const { balance } = walletIn(await api.transit(`transit/wallets/${id}`))
    const account = (await api.call({ path: "/api/v2/crypto/balance" })).body.balance as Wallet
    const { adjustments, available, received } = account
    return { balance, available, received, adjustments }
  }

  it("credits the whole amount once it is confirmed, to the wallet and to the balance", async () => {
    await using api = await startTestApi()
    const { address, id } = await created(api)
    const deposit = await api.sandbox("crypto/deposits", { address, amount: 12.34 })
    assert.strictEqual(deposit.status, 200)
    assert.match(String(deposit.body.txHash), /^[0-9a-f]{64}$/)
    assert.deepStrictEqual(await figuresOf(api, id), {
      balance: 12.34,
      available: 12.34,
      received: 12.34,
      adjustments: 0
    })
    await api.sandbox("crypto/deposits", { address, amount: 1, txHash: "second", network: "tron" })
    assert.deepInclude(await figuresOf(api, id), { balance: 13.34, received: 13.34 })
  })
})
