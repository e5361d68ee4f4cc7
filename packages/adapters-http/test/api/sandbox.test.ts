import { assert, describe, it } from "vitest"
import { invoicesPath, payoutsPath, startTestApi } from "../TestApi.ts"

const invoice = { amount: 5, network: "tron", externalId: "order-1" }

describe("sandbox operations", () => {
  it("not_found: every path of them in live mode", async () => {
    await using api = await startTestApi({ mode: "live", keyScopes: ["payments:write"] })
    for (const path of [
      "crypto/deposits",
      "crypto/blocks",
      "crypto/drop",
      "balance/credit",
      "clock/advance",
      `invoices/inv_${"0".repeat(32)}/pay`
    ]) {
      const answer = await api.sandbox(path, { amount: 5 })
      assert.deepStrictEqual([answer.status, answer.code], [404, "not_found"])
    }
    assert.strictEqual((await api.sandbox("crypto/transfers?payoutId=x")).status, 404)
    assert.strictEqual((await api.sandbox("mail")).status, 404)
  })

  it("credits the balance as an adjustment; a negative amount is invalid_request", async () => {
    await using api = await startTestApi()
    const credited = await api.sandbox("balance/credit", { amount: 12.5, reason: "test" })
    assert.deepStrictEqual(credited.body.balance, {
      available: 12.5,
      received: 0,
      paidOut: 0,
      adjustments: 12.5,
      pending: 0,
      currency: "USDT"
    })
    for (const amount of [-1, 0, "5", 1e-7]) {
      assert.strictEqual((await api.sandbox("balance/credit", { amount })).code, "invalid_request")
    }
  })

  it("shows deposits, adds blocks and reorganises", async () => {
    await using api = await startTestApi()
    const created = await api.call({ path: invoicesPath, body: invoice })
    const { address, id } = created.body.invoice as { address: string; id: string }
    const statusNow = async () => {
      const { body } = await api.call({ path: `${invoicesPath}/${id}` })
      return (body.invoice as { status: string }).status
    }
    const deposit = await api.sandbox("crypto/deposits", {
      address,
      amount: 5,
      confirmations: 1,
      txHash: "abc"
    })
    assert.strictEqual(deposit.status, 200)
    assert.deepStrictEqual([deposit.body.txHash, deposit.body.logIndex], ["abc", 0])
    assert.strictEqual(await statusNow(), "confirming")
    assert.strictEqual((await api.sandbox("crypto/drop", { txHash: "abc" })).status, 200)
    assert.strictEqual(await statusNow(), "pending")
    await api.sandbox("crypto/deposits", { address, amount: 5, confirmations: 1, txHash: "def" })
    assert.strictEqual((await api.sandbox("crypto/blocks", { network: "tron", count: 19 })).status, 200)
    assert.strictEqual(await statusNow(), "paid")
  })

  it("not_found: an unknown address, and another partner's", async () => {
    await using api = await startTestApi()
    const created = await api.call({ path: invoicesPath, body: invoice })
    const { address } = created.body.invoice as { address: string }
    const other = await api.createKey({ partner: "other" })
    const answers = [
      await api.sandbox("crypto/deposits", { address: "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8", amount: 5 }),
      await api.sandbox("crypto/deposits", { address, amount: 5 }, other.secret),
      await api.sandbox("crypto/drop", { txHash: "unknown" })
    ]
    for (const answer of answers) assert.deepStrictEqual([answer.status, answer.code], [404, "not_found"])
  })

  it("duplicate: a transaction hash and log index that another transfer has", async () => {
    await using api = await startTestApi()
    const other = await api.createKey({ partner: "other" })
    const addressOf = async (key: typeof other) => {
      const { body } = await api.call({ path: invoicesPath, body: invoice, key })
      return (body.invoice as { address: string }).address
    }
    const [own, foreign] = [await addressOf(api.key), await addressOf(other)]
    const deposit = (address: string, amount: number, secret?: string) =>
      api.sandbox("crypto/deposits", { address, amount, txHash: "abc" }, secret)
    for (const answer of [await deposit(own, 5), await deposit(own, 5)])
      assert.strictEqual(answer.status, 200)
    for (const answer of [await deposit(own, 6), await deposit(foreign, 5, other.secret)]) {
      assert.deepStrictEqual([answer.status, answer.code], [409, "duplicate"])
    }
  })

  it.each([
    ["ethereum", `0x${"ab".repeat(32)}`],
    ["tron", "ab".repeat(32)]
  ])("credits a transaction on %s once, however its hash is spelled", async (network, canonical) => {
    await using api = await startTestApi()
    const body = { ...invoice, amount: 500, network }
    const created = await api.call({ path: invoicesPath, body })
    const { address, id } = created.body.invoice as { address: string; id: string }
    for (const txHash of [`0x${"AB".repeat(32)}`, `0x${"ab".repeat(32)}`, "aB".repeat(32)]) {
      const { body } = await api.sandbox("crypto/deposits", { address, amount: 500, txHash })
      assert.deepStrictEqual([body.txHash, body.logIndex], [canonical, 0])
    }
    const paid = await api.call({ path: `${invoicesPath}/${id}` })
    assert.include(paid.body.invoice, { status: "paid", paidAmount: 500, exception: "none" })
    const { body: account } = await api.call({ path: "/api/v2/crypto/balance" })
    assert.include(account.balance, { received: 495 })
    assert.strictEqual((await api.sandbox("crypto/drop", { txHash: "AB".repeat(32) })).status, 200)
    const dropped = await api.call({ path: `${invoicesPath}/${id}` })
    assert.include(dropped.body.invoice, { exception: "reorganised" })
  })

  it("not_found: another partner's transaction and an unknown one, in the same words", async () => {
    await using api = await startTestApi()
    const other = await api.createKey({ partner: "other" })
    const created = await api.call({ path: invoicesPath, body: invoice })
    const { address } = created.body.invoice as { address: string }
    const dropped = () => api.sandbox("crypto/drop", { txHash: "abc" }, other.secret)
    const unknown = await dropped()
    await api.sandbox("crypto/deposits", { address, amount: 5, txHash: "abc" })
    const foreign = await dropped()
    assert.deepStrictEqual([foreign.status, foreign.body.error], [404, unknown.body.error])
  })

  it("unsupported_network: deposits and blocks of a network that there is not", async () => {
    await using api = await startTestApi()
    for (const [path, body] of [
      ["crypto/deposits", { address: "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8", amount: 5, network: "mars" }],
      ["crypto/blocks", { network: "mars", count: 1 }]
    ] as const) {
      const answer = await api.sandbox(path, body)
      assert.deepStrictEqual([answer.status, answer.code], [400, "unsupported_network"])
    }
  })

  it("invalid_request: negative numbers and wrong types", async () => {
    await using api = await startTestApi()
    for (const [path, body] of [
      ["crypto/blocks", { network: "tron", count: -1 }],
      ["clock/advance", { seconds: -1 }],
      ["clock/advance", { seconds: "60" }],
      ["clock/advance", {}]
    ] as const) {
      const answer = await api.sandbox(path, body)
      assert.deepStrictEqual([answer.status, answer.code], [400, "invalid_request"])
    }
  })

  it("moves the domain clock", async () => {
    await using api = await startTestApi()
    api.startWork()
    const created = await api.call({ path: invoicesPath, body: invoice })
    const answer = await api.sandbox("clock/advance", { seconds: 3600 })
    assert.strictEqual(answer.body.now, "2026-01-15T13:00:00.000Z")
    const { id } = created.body.invoice as { id: string }
    const { body } = await api.call({ path: `${invoicesPath}/${id}` })
    assert.strictEqual((body.invoice as { status: string }).status, "expired")
  })

  it("tells what the processing side executed", async () => {
    await using api = await startTestApi()
    await api.credit(api.key.partnerId, 100)
    const created = await api.createPayout({ amount: 7 })
    const { id } = created.body.payout as { id: string }
    assert.deepStrictEqual((await api.sandbox(`crypto/transfers?payoutId=${id}`)).body.transfers, [])
    await api.work()
    const { body } = await api.sandbox(`crypto/transfers?payoutId=${id}`)
    assert.deepStrictEqual(body.transfers, [
      {
        payoutId: id,
        amount: 7,
        address: "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8",
        network: "tron",
        executedAt: "2026-01-15T12:00:00.000Z"
      }
    ])
    const read = await api.call({ path: `${payoutsPath}/${id}` })
    const payout = read.body.payout as Record<string, unknown>
    assert.deepStrictEqual([payout.status, payout.processingStatus], ["COMPLETED", "confirmed"])
    assert.strictEqual((await api.sandbox("crypto/transfers")).code, "invalid_request")
    assert.strictEqual((await api.sandbox("crypto/transfers?payoutId=x")).code, "not_found")
  })
})
