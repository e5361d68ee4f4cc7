import { assert, describe, it } from "vitest"
import { payoutFields, payoutsPath, startTestApi, type TestApi } from "../TestApi.ts"

const uuidV7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

const funded = async (amount = 1000) => {
  const api = await startTestApi()
  await api.credit(api.key.partnerId, amount)
  return api
}

const available = async (api: TestApi) => {
  const answer = await api.call({ path: "/api/v2/crypto/balance" })
  return (answer.body.balance as { available: number }).available
}

const idOf = (answer: { readonly body: { readonly [field: string]: unknown } }) =>
  (answer.body.payout as { id: string }).id

describe("creating a payout", () => {
  it("debits amount and fee and answers the created payout", async () => {
    await using api = await funded()
    const answer = await api.createPayout({ amount: 10.5, note: "for March" })
    assert.strictEqual(answer.status, 200)
    const { id, ...payout } = answer.body.payout as Record<string, unknown>
    assert.match(String(id), uuidV7)
    assert.deepStrictEqual(payout, {
      status: "PENDING",
      amount: 10.5,
      fee: 2,
      netAmount: 10.5,
      total: 12.5,
      currency: "USDT",
      createdAt: "2026-01-15T12:00:00.000Z"
    })
    assert.strictEqual(await available(api), 987.5)
  })

  it("is read back as the full record", async () => {
    await using api = await funded()
    const created = await api.createPayout({ note: null }, { idempotencyKey: "order 7" })
    const answer = await api.call({ path: `${payoutsPath}/${idOf(created).toUpperCase()}` })
    assert.deepStrictEqual(answer.body.payout, {
      id: idOf(created),
      fee: 2,
      note: null,
      error: null,
      total: 12,
      amount: 10,
      status: "PENDING",
      address: payoutFields().address,
      network: "tron",
      attempts: 0,
      calls: [],
      currency: "USDT",
      createdAt: "2026-01-15T12:00:00.000Z",
      updatedAt: "2026-01-15T12:00:00.000Z",
      completedAt: null,
      networkLabel: "Tron (TRC-20)",
      processingId: null,
      idempotencyKey: "order 7",
      processingStatus: "reserved"
    })
  })

  it.each([
    ["invalid_request", { amount: "10" }, "amount"],
    ["invalid_request", { amount: 1.0000001 }, "amount"],
    ["invalid_request", { amount: null }, "amount"],
    ["invalid_request", { amount: undefined }, "amount"],
    ["invalid_request", { address: 5 }, "address"],
    ["invalid_request", { network: undefined }, "network"],
    ["invalid_request", { note: "x".repeat(501) }, "note"],
    ["invalid_request", { note: ["x"] }, "note"],
    ["unsupported_network", { network: "bitcoin" }, "network"],
    ["invalid_address", { address: "TJRabPrwbZy45sbavfcjinPJC18kjpRTv9" }, "address"],
    ["invalid_address", { network: "bsc" }, "address"],
    ["amount_out_of_range", { amount: 0.999999 }, "amount"],
    ["amount_out_of_range", { amount: 50_000.000001 }, "amount"],
    ["amount_out_of_range", { amount: -5 }, "amount"],
    ["amount_out_of_range", { amount: 0 }, "amount"],
    ["amount_out_of_range", { amount: 1e21 }, "amount"],
    ["insufficient_funds", { amount: 998.000001 }, undefined]
  ])("%s: %o", async (code, fields, field) => {
    await using api = await funded()
    const answer = await api.createPayout(fields)
    assert.deepStrictEqual([answer.status, answer.code], [400, code])
    if (field !== undefined)
      assert.deepStrictEqual(
        answer.body.error?.details?.map((each) => each.field),
        [field]
      )
    assert.strictEqual(await available(api), 1000)
  })

  it("invalid_request: names every field that is wrong", async () => {
    await using api = await funded()
    const answer = await api.createPayout({ amount: "10", address: 5, note: 1 })
    assert.deepStrictEqual(
      answer.body.error?.details?.map(({ code, field }) => [field, code]),
      [
        ["amount", "invalid_type"],
        ["address", "invalid_type"],
        ["note", "invalid_type"]
      ]
    )
  })

  it("ignores unknown fields, __proto__ included", async () => {
    await using api = await funded()
    const body = `{"__proto__":{"amount":1},"extra":[{}],${JSON.stringify(payoutFields()).slice(1)}`
    const answer = await api.call({ path: payoutsPath, body, idempotencyKey: "k" })
    assert.strictEqual((answer.body.payout as { amount: number }).amount, 10)
  })

  it("reads amounts exactly", async () => {
    await using api = await funded()
    const amountOf = async (amount: string) => {
      const body = JSON.stringify(payoutFields({ amount: 1 })).replace('"amount":1', `"amount":${amount}`)
      const answer = await api.call({ path: payoutsPath, body, idempotencyKey: `amount ${amount}` })
      return (answer.body.payout as { total: number }).total
    }
    assert.strictEqual(await amountOf("1.1"), 3.1)
    assert.strictEqual(await amountOf("1e1"), 12)
    assert.strictEqual(await amountOf("1.10"), 3.1)
    assert.strictEqual(await available(api), 981.8)
  })
})

describe("idempotency of payouts", () => {
  it("answers the first payout again, and says so", async () => {
    await using api = await funded()
    const first = await api.createPayout({}, { idempotencyKey: "order-1" })
    api.wall.now += 60_000
    const second = await api.createPayout({ extra: true }, { idempotencyKey: "order-1" })
    assert.isNull(first.headers.get("idempotent-replayed"))
    assert.strictEqual(second.headers.get("idempotent-replayed"), "true")
    assert.strictEqual(second.status, 200)
    assert.deepStrictEqual(second.body.payout, first.body.payout)
    assert.notStrictEqual(second.body.requestId, first.body.requestId)
    assert.strictEqual(await available(api), 988)
  })

  it("idempotency_conflict: the same key with other fields", async () => {
    await using api = await funded()
    await api.createPayout({}, { idempotencyKey: "order-1" })
    for (const fields of [{ amount: 11 }, { note: "other" }, { network: "nowhere" }, { amount: 1e9 }]) {
      const answer = await api.createPayout(fields, { idempotencyKey: "order-1" })
      assert.deepStrictEqual([answer.status, answer.code], [409, "idempotency_conflict"])
    }
    assert.strictEqual(await available(api), 988)
  })
})

describe("reading payouts", () => {
  it("lists newest first, in pages", async () => {
    await using api = await startTestApi({ rateLimits: "off" })
    await api.credit(api.key.partnerId, 1000)
    const ids: Array<string> = []
    for (let index = 0; index < 25; index++) {
      api.wall.now += 1
      ids.unshift(idOf(await api.createPayout()))
    }
    const list = async (query?: string) => {
      const { body } = await api.call({ path: payoutsPath, ...(query === undefined ? {} : { query }) })
      return {
        ids: (body.payouts as ReadonlyArray<{ id: string }>).map(({ id }) => id),
        page: body.pagination
      }
    }
    assert.deepStrictEqual(await list(), {
      ids: ids.slice(0, 20),
      page: { page: 1, limit: 20, total: 25, totalPages: 2 }
    })
    assert.deepStrictEqual((await list("page=2")).ids, ids.slice(20))
    assert.deepStrictEqual((await list("page=3&limit=10")).ids, ids.slice(20))
    assert.deepStrictEqual(await list("page=99&limit=100"), {
      ids: [],
      page: { page: 99, limit: 100, total: 25, totalPages: 1 }
    })
    assert.deepStrictEqual((await list("status=COMPLETED")).page, {
      page: 1,
      limit: 20,
      total: 0,
      totalPages: 0
    })
  })

  it("filters by creation: from inclusive, to exclusive", async () => {
    await using api = await funded()
    const start = api.wall.now
    const ids: Array<string> = []
    for (let index = 0; index < 3; index++) {
      api.wall.now = start + index * 1000
      ids.push(idOf(await api.createPayout()))
    }
    const at = (index: number) => new Date(start + index * 1000).toISOString()
    const { body } = await api.call({ path: payoutsPath, query: `from=${at(1)}&to=${at(2)}` })
    assert.deepStrictEqual(
      (body.payouts as ReadonlyArray<{ id: string }>).map(({ id }) => id),
      [ids[1]]
    )
  })
})
