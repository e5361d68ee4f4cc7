import { assert, describe } from "@effect/vitest"
import { Analytics, Invoices, StoreUnavailable } from "@quittance/core"
import {
  type InvoiceOrder,
  type InvoiceStatus,
  invoiceAsOf,
  invoiceList,
  ListReader,
  type MemoryState,
  millisPerDay,
  Store
} from "@quittance/core/adapter"
import { Clock, Effect } from "effect"
import { TestClock } from "effect/testing"
import { anotherProcess, Memory, start, test, testIn } from "./Deployment.ts"
import {
  booksAreRight,
  cancelFiat,
  drain,
  fiatMoney,
  issueFiat,
  racingStore,
  readFiat,
  receiveFiat,
  shop,
  storeOf
} from "./fiatInvoices.ts"

const expiredEvents = ({ events }: MemoryState) =>
  [...events.values()].filter(({ event }) => event._tag === "InvoiceExpired")

/** What analytics tells of all invoices so far. */
const summary = (partnerId: string) =>
  Effect.flatMap(Analytics, (analytics) =>
    Effect.map(
      analytics.get(partnerId, { from: start, to: start + 30 * millisPerDay }),
      ({ summary: { cancelledCount, expiredCount, paidCount, totalCount } }) => ({
        totalCount,
        paidCount,
        expiredCount,
        cancelledCount
      })
    )
  )

describe("the expiry of a fiat invoice holds at the instant", () => {
  test("in every read, though nobody swept", function* () {
    const order = yield* issueFiat(yield* shop())
    const { partnerId } = order
    const invoices = yield* Invoices
    const seen = Effect.gen(function* () {
      const lists = yield* ListReader
      const now = yield* Clock.currentTimeMillis
      const list = (status?: InvoiceStatus) =>
        lists.page(
          invoiceList,
          { partnerId },
          status === undefined ? {} : { status },
          { page: 1, limit: 10 },
          now
        )
      return {
        get: (yield* readFiat(order))._tag,
        token: (yield* invoices.getByToken(order.token))._tag,
        list: (yield* list()).items.map((each) => invoiceAsOf(each, now)._tag),
        pending: Number((yield* list("pending")).total),
        expired: Number((yield* list("expired")).total),
        figure: (yield* summary(partnerId)).expiredCount
      }
    })
    yield* TestClock.setTime(order.expiresAt - 1)
    assert.deepStrictEqual(yield* seen, {
      get: "pending",
      token: "pending",
      list: ["pending"],
      pending: 1,
      expired: 0,
      figure: 0
    })
    yield* TestClock.setTime(order.expiresAt)
    const after = {
      get: "expired",
      token: "expired",
      list: ["expired"],
      pending: 0,
      expired: 1,
      figure: 1
    }
    assert.deepStrictEqual(yield* seen, after)
    assert.strictEqual((yield* Effect.flip(cancelFiat(order)))._tag, "InvalidState")
    // And the sweep changes nothing that is seen.
    yield* TestClock.adjust("1 second")
    assert.strictEqual(yield* drain, 1)
    assert.deepStrictEqual(yield* seen, after)
  })

  test("one job sweeps a thousand invoices of one second, each with one event", function* () {
    const partnerId = yield* shop()
    const orders = yield* Effect.forEach(Array.from({ length: 1_000 }), () => issueFiat(partnerId))
    const stays = yield* issueFiat(partnerId, {
      expiresAt: new Date(start + millisPerDay + 1).toISOString()
    })
    yield* cancelFiat(orders[500] as InvoiceOrder)
    yield* receiveFiat(orders[501] as InvoiceOrder, "operation")
    yield* TestClock.setTime(start + millisPerDay)
    assert.strictEqual(yield* drain, 1)
    const memory = yield* Memory
    const subjects = expiredEvents(memory).map(({ subjectId }) => subjectId)
    assert.lengthOf(subjects, 998)
    assert.strictEqual(new Set(subjects).size, 998)
    assert.strictEqual(memory.aggregates.Invoice.get(stays.id)?.state._tag, "pending")
    assert.deepStrictEqual(yield* summary(partnerId), {
      totalCount: 1_001,
      paidCount: 1,
      expiredCount: 998,
      cancelledCount: 1
    })
    assert.strictEqual(memory.jobs.size, 1, "the other second's")
    assert.strictEqual(yield* drain, 0)
    yield* booksAreRight
  })

  test("invoices of two partners that expire at one instant are swept both", function* () {
    yield* issueFiat(yield* shop())
    yield* issueFiat(yield* shop("another shop"))
    yield* TestClock.setTime(start + millisPerDay)
    assert.strictEqual(yield* drain, 2)
    assert.lengthOf(expiredEvents(yield* Memory), 2)
  })

  test("two processes that sweep at once tell every expiry once", function* () {
    const partnerId = yield* shop()
    for (let minute = 0; minute < 250; minute++)
      yield* issueFiat(partnerId, {
        expiresAt: new Date(start + millisPerDay + minute * 60_000).toISOString()
      })
    yield* TestClock.setTime(start + 2 * millisPerDay)
    const other = yield* anotherProcess()
    yield* Effect.all([drain, Effect.provideContext(drain, other)], { concurrency: "unbounded" })
    assert.lengthOf(expiredEvents(yield* Memory), 250)
    assert.strictEqual((yield* summary(partnerId)).expiredCount, 250)
    assert.strictEqual((yield* Memory).jobs.size, 0)
  })

  /** Every second commit lands and its answer is lost; it cannot be read back either. */
  const deaf = { now: false, count: 0 }
  const lossy = storeOf(Store, (inner) => ({
    commit: (commit) =>
      Effect.suspend(() => {
        deaf.count += 1
        if (!deaf.now || deaf.count % 2 === 0) return inner.commit(commit)
        return Effect.andThen(
          Effect.exit(inner.commit(commit)),
          Effect.fail(new StoreUnavailable({ outcome: "unknown", reason: "the answer was lost" }))
        )
      })
  }))
  testIn({ store: lossy })("a sweep whose answers are lost goes on and counts nothing twice", function* () {
    const partnerId = yield* shop()
    yield* Effect.forEach(Array.from({ length: 250 }), () => issueFiat(partnerId))
    yield* TestClock.setTime(start + millisPerDay)
    deaf.now = true
    for (let round = 0; round < 8; round++) {
      yield* drain
      yield* TestClock.adjust("1 minute")
    }
    deaf.now = false
    assert.strictEqual((yield* summary(partnerId)).expiredCount, 250)
    yield* booksAreRight
  })
})

describe("cancelling a fiat invoice", () => {
  test("is possible once, while it is pending", function* () {
    const partnerId = yield* shop()
    const order = yield* issueFiat(partnerId)
    assert.strictEqual((yield* cancelFiat(order))._tag, "cancelled")
    const paid = yield* issueFiat(partnerId)
    yield* receiveFiat(paid, "operation")
    for (const [again, status] of [
      [order, "cancelled"],
      [paid, "paid"]
    ] as const) {
      const failure = yield* Effect.flip(cancelFiat(again))
      assert.deepInclude(failure, { _tag: "InvalidState", status })
    }
    yield* TestClock.setTime(start + 2 * millisPerDay)
    yield* drain
    assert.strictEqual((yield* readFiat(order))._tag, "cancelled")
  })

  for (const first of ["cancel", "money"] as const) {
    testIn({ store: racingStore })(
      `races money (${first} first): one wins, and the money is there either way`,
      function* () {
        const order = yield* issueFiat(yield* shop())
        const cancel = Effect.exit(cancelFiat(order))
        const receive = Effect.exit(receiveFiat(order, "operation"))
        const exits = yield* Effect.all(first === "cancel" ? [cancel, receive] : [receive, cancel], {
          concurrency: "unbounded"
        })
        const { _tag } = yield* readFiat(order)
        const cancelled = exits[first === "cancel" ? 0 : 1]._tag === "Success"
        assert.strictEqual(_tag, cancelled ? "cancelled" : "paid")
        assert.strictEqual(exits[first === "cancel" ? 1 : 0]._tag, "Success", "money is never refused")
        const { available, unresolved } = yield* fiatMoney(order.partnerId)
        assert.deepStrictEqual([available, unresolved], cancelled ? [0n, 10_000n] : [10_000n, 0n])
        yield* booksAreRight
      }
    )
  }

  testIn({ store: racingStore })(
    "races ten cancellations and ten tellings of one operation: one winner, money once",
    function* () {
      const order = yield* issueFiat(yield* shop())
      const acts = Array.from({ length: 10 }, () => [
        Effect.exit(Effect.asVoid(receiveFiat(order, "operation"))),
        Effect.exit(Effect.asVoid(cancelFiat(order)))
      ]).flat()
      yield* Effect.all(acts, { concurrency: "unbounded" })
      const { available, unresolved } = yield* fiatMoney(order.partnerId)
      assert.strictEqual(available + unresolved, 10_000n)
      assert.strictEqual((yield* readFiat(order))._tag, available === 0n ? "cancelled" : "paid")
      yield* booksAreRight
    }
  )

  test("races the expiry: at the instant the expiry has won, whoever comes first", function* () {
    const partnerId = yield* shop()
    const orders = yield* Effect.forEach(Array.from({ length: 20 }), () => issueFiat(partnerId))
    yield* TestClock.setTime(start + millisPerDay - 1)
    const early = orders.slice(0, 5)
    yield* Effect.forEach(early, cancelFiat)
    yield* TestClock.setTime(start + millisPerDay)
    const exits = yield* Effect.all([drain, ...orders.map((order) => Effect.exit(cancelFiat(order)))], {
      concurrency: "unbounded"
    })
    assert.isTrue(exits.every((exit) => typeof exit === "number" || exit._tag === "Failure"))
    assert.lengthOf(expiredEvents(yield* Memory), 15)
    assert.deepInclude(yield* summary(partnerId), { expiredCount: 15, cancelledCount: 5 })
  })
})
