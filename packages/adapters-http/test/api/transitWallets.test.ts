import { assert, describe, it } from "vitest"
import { type ApiAnswer, startTestApi, type TestApi } from "../TestApi.ts"

type Wallet = Readonly<Record<string, unknown>>

const walletIn = ({ body }: ApiAnswer) => body.wallet as Wallet
const create = (api: TestApi, more: object = {}) =>
  api.transit("transit/wallets", { body: { label: "shop", network: "tron", ...more } })

describe("the transit group", () => {
  it("200: has every network with its coins, those too that are closed for invoices", async () => {
    await using api = await startTestApi()
    const { body } = await api.transit("transit/networks")
    const networks = ["tron", "ethereum", "bsc", "polygon"].map((name) => ({ name, coins: ["USDT"] }))
    assert.deepStrictEqual(body, { networks })
    assert.include(walletIn(await create(api, { network: "polygon" })), { network: "polygon" })
  })

  it("201: makes a wallet with an address of its own, which is read and listed so", async () => {
    await using api = await startTestApi()
    const answer = await create(api, { balance: 5, id: "mine" })
    assert.deepStrictEqual([answer.status, Object.keys(answer.body)], [201, ["wallet"]])
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
    assert.deepStrictEqual((await api.transit(`transit/wallets/${id}`)).body, answer.body)
    assert.deepStrictEqual((await api.transit("transit/wallets")).body.wallets, [walletIn(answer)])
    assert.notStrictEqual(walletIn(await create(api)).address, address)
  })

  it("shows a deposit in the wallet and in the balance of the account", async () => {
    await using api = await startTestApi()
    const { address, id } = walletIn(await create(api))
    const { body, status } = await api.sandbox("crypto/deposits", { address, amount: 12.34 })
    assert.strictEqual(status, 200)
    assert.match(String(body.txHash), /^[0-9a-f]{64}$/)
    assert.include(walletIn(await api.transit(`transit/wallets/${id}`)), { balance: 12.34 })
    const account = await api.call({ path: "/api/v2/crypto/balance" })
    assert.include(account.body.balance, { available: 12.34, received: 12.34, adjustments: 0 })
  })
})
