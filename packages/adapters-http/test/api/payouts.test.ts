import { assert, describe, it } from "vitest"
import { type ApiAnswer, payoutFields, payoutsPath, startTestApi, type TestApi } from "../TestApi.ts"

const uuidV7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

type Payout = Readonly<Record<string, unknown>>

const payoutOf = ({ body }: ApiAnswer) => body.payout as Payout
const read = async (api: TestApi, { id }: Payout) =>
  payoutOf(await api.call({ path: `${payoutsPath}/${id}` }))

const funded = async () => {
  const api = await startTestApi()
  await api.credit(api.key.partnerId, 1000)
  return api
}

const available = async (api: TestApi) => {
  const { body } = await api.call({ path: "/api/v2/crypto/balance" })
  return (body.balance as { available: number }).available
}

describe("a payout", () => {
  it("is answered with its fee and total, which are debited, and read back as the full record", async () => {
    await using api = await funded()
    const answer = await api.createPayout({ amount: 10.5, note: "for March" }, { idempotencyKey: "order 7" })
    assert.strictEqual(answer.status, 200)
    const { id, ...payout } = payoutOf(answer)
    assert.match(String(id), uuidV7)
    assert.deepStrictEqual(payout, {
      status: "PENDING",
      amount: 10.5,
      fee: 2,
      netAmount: 10.5,
      total: 12.5,
      currency: "USDT",
      createdAt: "2026-01-15T12:00:00.000Z",
      createdBy: `key:${api.key.id}`,
      approval: null
    })
    assert.strictEqual(await available(api), 987.5)
    assert.deepStrictEqual(await read(api, { id: String(id).toUpperCase() }), {
      id,
      fee: 2,
      note: "for March",
      error: null,
      total: 12.5,
      amount: 10.5,
      status: "PENDING",
      address: payoutFields().address,
      network: "tron",
      attempts: 0,
      calls: [],
      txHash: null,
      currency: "USDT",
      createdAt: "2026-01-15T12:00:00.000Z",
      updatedAt: "2026-01-15T12:00:00.000Z",
      completedAt: null,
      networkLabel: "Tron (TRC-20)",
      processingId: null,
      idempotencyKey: "order 7",
      processingStatus: "reserved",
      createdBy: `key:${api.key.id}`,
      approval: null
    })
  })

  it("403 forbidden: is approved, declined and withdrawn by people, and by no key", async () => {
    await using api = await funded()
    const { id } = payoutOf(await api.createPayout({ amount: 10 }))
    for (const decision of ["approve", "decline", "withdraw"]) {
      const answer = await api.call({ path: `${payoutsPath}/${id}/${decision}`, method: "POST" })
      assert.deepStrictEqual([answer.status, answer.code], [403, "forbidden"])
    }
    assert.strictEqual((await read(api, { id })).status, "PENDING")
  })

  it("400 insufficient_funds: of more than there is, by no field", async () => {
    await using api = await funded()
    const answer = await api.createPayout({ amount: 998.000001 })
    assert.deepStrictEqual([answer.status, answer.code], [400, "insufficient_funds"])
    assert.isUndefined(answer.body.error?.details)
    assert.strictEqual(await available(api), 1000)
  })

  it("is replayed under its idempotency key, and says so; 409 idempotency_conflict with other fields", async () => {
    await using api = await funded()
    const first = await api.createPayout({}, { idempotencyKey: "order-1" })
    api.wall.now += 60_000
    const second = await api.createPayout({ extra: true }, { idempotencyKey: "order-1" })
    assert.isNull(first.headers.get("idempotent-replayed"))
    assert.strictEqual(second.headers.get("idempotent-replayed"), "true")
    assert.deepStrictEqual([second.status, payoutOf(second)], [200, payoutOf(first)])
    assert.notStrictEqual(second.body.requestId, first.body.requestId)
    const other = await api.createPayout({ amount: 11 }, { idempotencyKey: "order-1" })
    assert.deepStrictEqual([other.status, other.code], [409, "idempotency_conflict"])
    assert.strictEqual(await available(api), 988)
  })

  it.each([
    [undefined, [["submit", /^completed$/]]],
    ["sandbox:reject", [["submit", /^rejected: ./]]],
    [
      "sandbox:no-answer-then-complete",
      [
        ["submit", /^no answer: ./],
        ["lookup", /^completed$/]
      ]
    ]
  ] as const)(
    "shows by itself, and in no list, what the processing side answered to it: %s",
    async (note, answers) => {
      await using api = await funded()
      const payout = payoutOf(await api.createPayout(note === undefined ? {} : { note }))
      await api.work()
      api.wall.now += 20_000
      await api.work()
      const calls = (await read(api, payout)).calls as ReadonlyArray<Record<"kind" | "at" | "answer", string>>
      assert.lengthOf(calls, answers.length)
      for (const [index, [kind, answer]] of answers.entries()) {
        const at = `2026-01-15T12:00:${index === 0 ? "00" : "20"}.000Z`
        assert.deepInclude(calls[index], { kind, at })
        assert.match(calls[index]?.answer ?? "", answer)
      }
      const { payouts } = (await api.call({ path: payoutsPath })).body as { payouts: ReadonlyArray<Payout> }
      assert.notProperty(payouts[0], "calls")
    }
  )
})
