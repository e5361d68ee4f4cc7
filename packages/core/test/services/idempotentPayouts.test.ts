import { assert, describe } from "@effect/vitest"
import { Balances, MemoryStore, Payouts, type StorePorts, StoreUnavailable } from "@quittance/core"
import {
  AuditReader,
  ClaimReader,
  ListReader,
  payoutClaims,
  payoutList,
  Store,
  totalMinor
} from "@quittance/core/adapter"
import { faultyStore } from "@quittance/testing"
import { Context, Effect, Layer, Stream } from "effect"
import { balanceOfPartner, fundedPartner, payoutOf, test, testIn, tronAddress, usdt } from "./Deployment.ts"
import { issue } from "./invoices.ts"

const create = (partnerId: string, key: string, input: unknown) =>
  Effect.flatMap(Payouts, (payouts) => payouts.create(partnerId, key, input))

const refusalTag = (partnerId: string, key: string, input: unknown) =>
  Effect.map(Effect.flip(create(partnerId, key, input)), ({ _tag }) => _tag)

const payoutCount = (partnerId: string) =>
  Effect.flatMap(ListReader, (lists) =>
    Effect.map(lists.page(payoutList, { partnerId }, {}, { page: 1, limit: 1 }, 0), ({ total }) => total)
  )

const entryCount = Effect.scoped(
  Effect.gen(function* () {
    const { entries } = yield* (yield* AuditReader).snapshot
    return yield* Stream.runCount(entries)
  })
)

const halfDeaf = faultyStore({ notWrittenRatio: 0.2, lostAnswerRatio: 0.3, latencyMillisMax: 0 }).pipe(
  Layer.provide(MemoryStore.layer)
)

/** A store that can be made to write nothing, and counts how often it is asked who has an idempotency key. */
const kept = { isReadOnly: false, lookUps: 0 }
const watched = Layer.effectContext(
  Effect.map(Effect.context<StorePorts>(), (ports) => {
    const store = Context.get(ports, Store)
    const claims = Context.get(ports, ClaimReader)
    return ports.pipe(
      Context.add(Store, {
        ...store,
        commit: (commit) =>
          Effect.suspend(() =>
            kept.isReadOnly
              ? Effect.fail(new StoreUnavailable({ outcome: "notWritten", reason: "the disk is full" }))
              : store.commit(commit)
          )
      }),
      Context.add(ClaimReader, {
        find: (scope, ...key) =>
          Effect.suspend(() => {
            if (scope === payoutClaims.create) kept.lookUps += 1
            return claims.find(scope, ...key)
          })
      })
    )
  })
).pipe(Layer.provide(MemoryStore.layer))

describe("a payout's idempotency key", () => {
  testIn({ store: watched })(
    "is looked for by the commit alone, and looked up once when the commit finds it",
    function* () {
      const partnerId = yield* fundedPartner(100)
      kept.lookUps = 0
      const first = yield* create(partnerId, "k", payoutOf(10))
      assert.strictEqual(kept.lookUps, 0)
      assert.deepStrictEqual(yield* create(partnerId, "k", payoutOf(10)), { ...first, replayed: true })
      assert.strictEqual(kept.lookUps, 1)
    }
  )

  testIn({ store: watched })("answers a repeat while nothing can be written", function* () {
    const partnerId = yield* fundedPartner(100)
    const first = yield* create(partnerId, "k", payoutOf(10))
    kept.isReadOnly = true
    const repeated = yield* create(partnerId, "k", payoutOf(10))
    const refused = [
      yield* refusalTag(partnerId, "k", payoutOf(11)),
      yield* refusalTag(partnerId, "another", payoutOf(10))
    ]
    kept.isReadOnly = false
    assert.deepStrictEqual(repeated, { ...first, replayed: true })
    assert.deepStrictEqual(refused, ["IdempotencyConflict", "StoreUnavailable"])
  })

  test("25 creations at once are one payout, one debit and 25 equal answers", function* () {
    const partnerId = yield* fundedPartner(100)
    const answers = yield* Effect.all(
      Array.from({ length: 25 }, () => create(partnerId, "k", payoutOf(10))),
      { concurrency: "unbounded" }
    )
    assert.strictEqual(answers.filter(({ replayed }) => !replayed).length, 1)
    for (const { value } of answers) assert.deepStrictEqual(value, answers[0]?.value)
    assert.strictEqual(yield* payoutCount(partnerId), 1)
    assert.strictEqual((yield* balanceOfPartner(partnerId)).availableMinor, 88n * usdt)
  })

  testIn({ store: halfDeaf })(
    "25 creations at once over a slow store that loses answers are one debit all the same",
    function* () {
      const partnerId = yield* fundedPartner(100)
      yield* Effect.all(
        Array.from({ length: 25 }, () => Effect.exit(create(partnerId, "k", payoutOf(10)))),
        { concurrency: "unbounded" }
      )
      const { value } = yield* Effect.retry(create(partnerId, "k", payoutOf(10)), {
        times: 50,
        while: (failure) => failure instanceof StoreUnavailable
      })
      assert.strictEqual(totalMinor(value), 12n * usdt)
      assert.strictEqual(yield* payoutCount(partnerId), 1)
      assert.strictEqual((yield* balanceOfPartner(partnerId)).availableMinor, 88n * usdt)
    }
  )

  test("with other fields it is a conflict, and nothing is debited", function* () {
    const partnerId = yield* fundedPartner(100)
    yield* create(partnerId, "k", payoutOf(10))
    for (const other of [
      payoutOf(11),
      payoutOf(10, "a note"),
      { ...payoutOf(10), network: "ethereum" },
      { ...payoutOf(10), address: `${tronAddress}x` }
    ]) {
      assert.strictEqual(yield* refusalTag(partnerId, "k", other), "IdempotencyConflict")
    }
    assert.strictEqual((yield* balanceOfPartner(partnerId)).availableMinor, 88n * usdt)
  })

  test("is looked at before the balance, the bounds, the network and the address", function* () {
    const partnerId = yield* fundedPartner(12)
    const first = yield* create(partnerId, "k", payoutOf(10))
    assert.strictEqual((yield* balanceOfPartner(partnerId)).availableMinor, 0n)
    assert.deepStrictEqual(yield* create(partnerId, "k", payoutOf(10)), { ...first, replayed: true })
    for (const broken of [
      payoutOf(50_001),
      payoutOf(1e12),
      { ...payoutOf(10), network: "nowhere" },
      { ...payoutOf(10), address: "nobody" }
    ]) {
      assert.strictEqual(yield* refusalTag(partnerId, "k", broken), "IdempotencyConflict")
    }
  })

  test("of a refused request can be used again, and the refusal wrote nothing", function* () {
    const partnerId = yield* fundedPartner(5)
    const before = yield* entryCount
    assert.strictEqual(yield* refusalTag(partnerId, "k", payoutOf(10)), "InsufficientFunds")
    assert.strictEqual(yield* refusalTag(partnerId, "k", payoutOf(0.5)), "AmountOutOfRange")
    assert.strictEqual(yield* refusalTag(partnerId, "k", { ...payoutOf(10), address: "x" }), "InvalidAddress")
    assert.strictEqual(yield* entryCount, before)
    assert.strictEqual(yield* payoutCount(partnerId), 0)
    yield* Effect.flatMap(Balances, (balances) => balances.adjust(partnerId, { amount: 100 }))
    assert.isFalse((yield* create(partnerId, "k", payoutOf(10))).replayed)
  })

  test("belongs to one partner: two partners may use the same", function* () {
    const one = yield* fundedPartner(100)
    const other = yield* fundedPartner(100, "other shop")
    const first = yield* create(one, "k", payoutOf(10))
    const second = yield* create(other, "k", payoutOf(20))
    assert.isFalse(second.replayed)
    assert.notStrictEqual(first.value.id, second.value.id)
  })

  test("is required: without one nothing is looked at", function* () {
    const partnerId = yield* fundedPartner(100)
    const payouts = yield* Payouts
    const failure = yield* Effect.flip(payouts.create(partnerId, undefined, payoutOf(10)))
    const issues = [{ field: "X-Idempotency-Key", code: "required" as const, message: "is required" }]
    assert.deepStrictEqual(failure._tag === "InvalidInput" && failure.issues, issues)
  })

  test("is not shared with invoices", function* () {
    const partnerId = yield* fundedPartner(100)
    yield* create(partnerId, "k", payoutOf(10))
    const order = yield* issue(partnerId, 10, { externalId: "k" })
    assert.strictEqual(order.externalId, "k")
  })
})
