import { assert, describe } from "@effect/vitest"
import { Invoices, MemoryStore, StoreUnavailable } from "@quittance/core"
import {
  type IssuedInvoice,
  invoiceList,
  invoiceView,
  ListReader,
  millisPerDay,
  millisPerHour,
  millisPerMinute
} from "@quittance/core/adapter"
import { faultyStore } from "@quittance/testing"
import { Effect, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import { start, test, testIn } from "./Deployment.ts"
import { issueFiat, racingStore, receiveFiat, shop } from "./fiatInvoices.ts"

const create = (partnerId: string, key: string | undefined, input: unknown) =>
  Effect.flatMap(Invoices, (invoices) => invoices.create(partnerId, key, input))

const request = { amount: 12.34, currency: "EUR" }

/** The tag of the refusal, with the field that it names. */
const refusal = (input: object, key?: string) =>
  Effect.gen(function* () {
    const failure = yield* Effect.flip(create(yield* shop(), key, input))
    return failure._tag === "InvalidInput"
      ? `${failure._tag} ${failure.issues[0]?.field} ${failure.issues[0]?.code}`
      : failure._tag
  })

const invoiceCount = (partnerId: string) =>
  Effect.flatMap(ListReader, (lists) =>
    Effect.map(lists.page(invoiceList, { partnerId }, {}, { page: 1, limit: 1 }, 0), ({ total }) => total)
  )

const halfDeaf = faultyStore({ notWrittenRatio: 0.2, lostAnswerRatio: 0.3, latencyMillisMax: 0 }).pipe(
  Layer.provide(MemoryStore.layer)
)

describe("a fiat invoice is issued", () => {
  test("with the defaults of the contract, and is read by its id and its token", function* () {
    const partnerId = yield* shop()
    const { replayed, value } = yield* create(partnerId, undefined, request)
    const { order } = value
    assert.isFalse(replayed)
    assert.strictEqual(value._tag, "pending")
    assert.match(order.id, /^inv_[0-9a-f]{32}$/)
    assert.match(order.token, /^[0-9a-f]{44}$/)
    assert.deepInclude(order, {
      partnerId,
      amountMinor: 1_234n,
      currency: "EUR",
      metadata: "{}",
      createdAt: start,
      expiresAt: start + millisPerDay
    })
    for (const nothing of [order.description, order.redirectUrl, order.externalId, order.batchId])
      assert.isTrue(Option.isNone(nothing))
    const invoices = yield* Invoices
    assert.deepStrictEqual(yield* invoices.get(partnerId, order.id), value)
    assert.deepStrictEqual(yield* invoices.getByToken(order.token), value)
  })

  test("for its own partner only", function* () {
    const order = yield* issueFiat(yield* shop())
    const stranger = yield* shop("another shop")
    const invoices = yield* Invoices
    const failures = [
      yield* Effect.flip(invoices.get(stranger, order.id)),
      yield* Effect.flip(invoices.cancel(stranger, order.id)),
      yield* Effect.flip(invoices.getByToken(order.id))
    ]
    assert.deepStrictEqual(
      failures.map(({ _tag }) => _tag),
      ["NotFound", "NotFound", "NotFound"]
    )
    assert.strictEqual(yield* invoiceCount(stranger), 0)
  })

  for (const [currency, min, max] of [
    ["USD", 0.5, 50_000],
    ["EUR", 0.5, 50_000],
    ["RUB", 10, 1_000_000],
    ["KZT", 100, 25_000_000]
  ] as const) {
    test(`over ${min} to ${max} ${currency}, and not over a cent more or less`, function* () {
      const partnerId = yield* shop()
      for (const amount of [min, max]) yield* issueFiat(partnerId, { amount, currency })
      for (const amount of [min - 0.01, max + 0.01])
        assert.strictEqual(yield* refusal({ amount, currency }), "AmountOutOfRange")
    })
  }

  test("over no amount that is not one", function* () {
    for (const [amount, expected] of [
      [0, "AmountOutOfRange"],
      [-1, "AmountOutOfRange"],
      [1e15, "AmountOutOfRange"],
      [1.005, "InvalidInput amount out_of_range"],
      [Number.NaN, "InvalidInput amount"],
      ["10", "InvalidInput amount"]
    ] as const) {
      assert.include(yield* refusal({ amount, currency: "USD" }), expected, `${amount}`)
    }
    assert.include(yield* refusal({ amount: 1, currency: "GBP" }), "InvalidInput currency")
  })

  const min = 5 * millisPerMinute - 1000
  const max = 90 * millisPerDay
  test("to expire from 5 minutes, less a second for the way, to 90 days ahead, to the millisecond", function* () {
    const partnerId = yield* shop()
    const expiringIn = (millis: number) => ({ expiresAt: new Date(start + millis).toISOString() })
    for (const millis of [min, min + 1, max - 1, max]) {
      const order = yield* issueFiat(partnerId, expiringIn(millis))
      assert.strictEqual(order.expiresAt, start + millis)
    }
    for (const millis of [-1, 0, min - 1, max + 1]) {
      const refused = yield* refusal({ ...request, ...expiringIn(millis) })
      assert.strictEqual(refused, "InvalidInput expiresAt out_of_range")
    }
  })

  test("to expire at an instant of any offset, and at nothing that is none", function* () {
    const order = yield* issueFiat(yield* shop(), { expiresAt: "2026-01-01T06:00:00+05:00" })
    assert.strictEqual(order.expiresAt, start + millisPerHour)
    for (const expiresAt of ["tomorrow", "2026-02-30T00:00:00Z", "", "2026-01-01T25:00:00Z"])
      assert.strictEqual(yield* refusal({ ...request, expiresAt }), "InvalidInput expiresAt invalid_value")
  })
})

describe("the metadata of a fiat invoice", () => {
  const odd = [
    "{}",
    '{"a":{"b":[1,null,true,"é",{}]},"":"empty name","b":1.5e-7}',
    '{"__proto__":{"polluted":true},"constructor":1,"toString":"x","hasOwnProperty":null}',
    '{"toJSON":"text","length":0,"a.b":"dot","2":"two","1":"one"}',
    JSON.stringify(Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`key ${index}`, index])))
  ]
  for (const json of odd) {
    test(`is echoed unchanged: ${json.slice(0, 50)}`, function* () {
      const partnerId = yield* shop()
      const metadata: unknown = JSON.parse(json)
      const { value } = yield* create(partnerId, undefined, { ...request, metadata })
      const shownAs = (invoice: IssuedInvoice) => JSON.stringify(invoiceView(invoice, "").metadata)
      assert.strictEqual(shownAs(value), JSON.stringify(metadata))
      const invoices = yield* Invoices
      assert.strictEqual(shownAs(yield* invoices.get(partnerId, value.order.id)), JSON.stringify(metadata))
      assert.notProperty({}, "polluted")
    })
  }

  test("is one object of at most 50 keys and 16 KiB", function* () {
    const many = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`key ${index}`, index]))
    const ofBytes = (count: number) => ({ k: "é".repeat((count - '{"k":""}'.length) / 2) })
    for (const metadata of [many, ofBytes(16 * 1024 + 2)])
      assert.strictEqual(yield* refusal({ ...request, metadata }), "InvalidInput metadata too_long")
    for (const metadata of [[], "text", 1])
      assert.include(yield* refusal({ ...request, metadata }), "InvalidInput metadata")
    yield* issueFiat(yield* shop(), { metadata: ofBytes(16 * 1024) })
  })
})

describe("the idempotency key of a fiat invoice", () => {
  testIn({ store: racingStore })("25 creations at once are one invoice and 25 equal answers", function* () {
    const partnerId = yield* shop()
    const answers = yield* Effect.all(
      Array.from({ length: 25 }, () => create(partnerId, "k", request)),
      { concurrency: "unbounded" }
    )
    assert.strictEqual(answers.filter(({ replayed }) => !replayed).length, 1)
    for (const { value } of answers) assert.deepStrictEqual(value, answers[0]?.value)
    assert.strictEqual(yield* invoiceCount(partnerId), 1)
  })

  testIn({ store: halfDeaf })(
    "25 creations at once over a store that loses answers are one invoice all the same",
    function* () {
      const partnerId = yield* Effect.retry(shop(), { times: 50 })
      yield* Effect.all(
        Array.from({ length: 25 }, () => Effect.exit(create(partnerId, "k", request))),
        { concurrency: "unbounded" }
      )
      yield* Effect.retry(create(partnerId, "k", request), {
        times: 50,
        while: (failure) => failure instanceof StoreUnavailable
      })
      assert.strictEqual(yield* invoiceCount(partnerId), 1)
    }
  )

  test("answers the invoice as it was issued, whatever became of it, and however the fields are spelled", function* () {
    const partnerId = yield* shop()
    const full = {
      ...request,
      metadata: { one: 1, two: { three: [3] } },
      expiresAt: "2026-01-02T00:00:00.000Z"
    }
    const first = yield* create(partnerId, "k", full)
    yield* receiveFiat(first.value.order, "operation")
    yield* TestClock.adjust("40 days")
    const again = yield* create(partnerId, "k", {
      currency: "EUR",
      metadata: { two: { three: [3] }, one: 1 },
      expiresAt: "2026-01-02T05:00:00+05:00",
      amount: 12.34
    })
    assert.deepStrictEqual(again, { ...first, replayed: true })
  })

  test("answers the invoice to a request that says nothing as an empty object or null", function* () {
    const partnerId = yield* shop()
    const first = yield* create(partnerId, "k", request)
    for (const same of [{ metadata: {} }, { metadata: null, description: null }])
      assert.deepStrictEqual(yield* create(partnerId, "k", { ...request, ...same }), {
        ...first,
        replayed: true
      })
  })

  test("with other fields it is a conflict, also where those would be refused", function* () {
    const partnerId = yield* shop()
    yield* create(partnerId, "k", request)
    for (const other of [
      { amount: 12.35 },
      { currency: "USD" },
      { description: "a description" },
      { metadata: JSON.parse('{"__proto__":{"a":1}}') },
      { expiresAt: "2026-01-02T00:00:00.001Z" },
      { expiresAt: "2020-01-01T00:00:00Z" },
      { redirectUrl: "https://shop.example/" },
      { amount: 1e9 },
      { amount: 0.001 }
    ]) {
      const failure = yield* Effect.flip(create(partnerId, "k", { ...request, ...other }))
      assert.strictEqual(failure._tag, "IdempotencyConflict", JSON.stringify(other))
    }
    assert.strictEqual(yield* invoiceCount(partnerId), 1)
  })

  test("of a refused request can be used again; it belongs to one partner", function* () {
    const partnerId = yield* shop()
    const failure = yield* Effect.flip(create(partnerId, "k", { ...request, amount: 0.01 }))
    assert.strictEqual(failure._tag, "AmountOutOfRange")
    assert.isFalse((yield* create(partnerId, "k", request)).replayed)
    assert.isFalse((yield* create(yield* shop("another shop"), "k", request)).replayed)
  })

  test("is not required, and without one every request is an invoice of its own", function* () {
    const partnerId = yield* shop()
    const orders = [yield* issueFiat(partnerId), yield* issueFiat(partnerId)]
    assert.notStrictEqual(orders[0]?.id, orders[1]?.id)
    assert.notStrictEqual(orders[0]?.token, orders[1]?.token)
    for (const key of ["", "k".repeat(256), "ключ"])
      assert.include(yield* refusal(request, key), "InvalidInput Idempotency-Key")
  })
})
