import { assert, describe } from "@effect/vitest"
import { Payouts, StoreUnavailable, Worker } from "@quittance/core"
import {
  emptyCommit,
  jobKinds,
  type LeasedJob,
  LeaseLost,
  leaseMillis,
  millisPerHour,
  PayoutProcessor,
  payout,
  payoutJobs,
  payoutStatus,
  SandboxProcessor,
  type SandboxStore,
  StateReader,
  Store,
  WorkQueue
} from "@quittance/core/adapter"
import { Clock, Effect, Fiber, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import {
  anotherProcess,
  balanceOfPartner,
  fundedPartner,
  payoutOf,
  Seen,
  test,
  testIn,
  usdt
} from "./Deployment.ts"
import { storeOf } from "./fiatInvoices.ts"

const drain = Effect.flatMap(Worker, (worker) => worker.drain)

/** Payouts of 1 USDT and a fee of 2, not dispatched. */
const create = (partnerId: string, count: number) =>
  Effect.flatMap(Payouts, (payouts) =>
    Effect.forEach(Array.from({ length: count }), (_, index) =>
      Effect.map(payouts.create(partnerId, `key ${index}`, payoutOf(1)), ({ value }) => value)
    )
  )

const claim = Effect.gen(function* () {
  const queue = yield* WorkQueue
  const now = yield* Clock.currentTimeMillis
  const jobs = yield* queue.claim({
    kind: payoutJobs.dispatch,
    owner: "somebody",
    now,
    leaseUntil: now + leaseMillis,
    limit: 1
  })
  return jobs[0] as LeasedJob
})

/** A processing side that answers after so many seconds. */
const slow = (seconds: number): Layer.Layer<PayoutProcessor, never, SandboxStore> =>
  Layer.effect(
    PayoutProcessor,
    Effect.map(PayoutProcessor, (inner) =>
      PayoutProcessor.of({
        ...inner,
        submit: (request) => Effect.delay(inner.submit(request), `${seconds} seconds`)
      })
    )
  ).pipe(Layer.provide(SandboxProcessor.layer))

/** A store that gives no payout out while `unreadable` says so. */
const unreadable = { now: false }
const sometimesUnreadable = storeOf(StateReader, (inner) => ({
  get: (concept, partnerId, id) =>
    Effect.suspend(() =>
      unreadable.now && concept.name === payout.name
        ? Effect.fail(new StoreUnavailable({ outcome: "notWritten", reason: "unreadable" }))
        : inner.get(concept, partnerId, id)
    )
}))

describe("leases keep workers apart", () => {
  test("a stale lease is refused, and its command changes nothing", function* () {
    const partnerId = yield* fundedPartner(100)
    const [order] = yield* create(partnerId, 1)
    assert(order !== undefined)
    const stale = yield* claim
    yield* TestClock.adjust(leaseMillis)
    const fresh = yield* claim
    const payouts = yield* Payouts
    const submit = (job: LeasedJob) =>
      payouts.apply(partnerId, order.id, { _tag: "Submit", at: stale.leaseUntil }, { _tag: "Held", job })
    const failure = yield* Effect.flip(submit(stale))
    assert.instanceOf(failure, LeaseLost)
    assert.strictEqual((yield* payouts.get(partnerId, order.id))._tag, "reserved")
    assert.strictEqual((yield* submit(fresh))._tag, "submitting")
  })

  test("a lease that ran out still holds while nobody else claimed the job", function* () {
    const partnerId = yield* fundedPartner(100)
    const [order] = yield* create(partnerId, 1)
    assert(order !== undefined)
    const job = yield* claim
    yield* TestClock.adjust(10 * leaseMillis)
    const payouts = yield* Payouts
    const payout = yield* payouts.apply(
      partnerId,
      order.id,
      { _tag: "Submit", at: job.leaseUntil },
      { _tag: "Held", job }
    )
    assert.strictEqual(payout._tag, "submitting")
  })

  test("a lease of who died while the clock was an hour ahead is over 30 seconds after it is back", function* () {
    const partnerId = yield* fundedPartner(100)
    const start = yield* Clock.currentTimeMillis
    const [order] = yield* create(partnerId, 1)
    assert(order !== undefined)
    yield* TestClock.setTime(start + millisPerHour)
    yield* claim
    const worker = yield* Worker
    const running = yield* Effect.forkChild(worker.run)
    yield* TestClock.adjust(1)
    yield* TestClock.setTime(start)
    const payouts = yield* Payouts
    // Any change is looked at.
    yield* payouts.create(partnerId, "another", payoutOf(1))
    yield* TestClock.adjust(leaseMillis - 1)
    assert.strictEqual((yield* payouts.get(partnerId, order.id))._tag, "reserved")
    yield* TestClock.adjust(2)
    yield* worker.awaitIdle
    assert.strictEqual((yield* payouts.get(partnerId, order.id))._tag, "confirmed")
    yield* Fiber.interrupt(running)
  })

  const shared = { processor: slow(1) }
  testIn(shared)("two processes at once dispatch every payout, each once", function* () {
    const partnerId = yield* fundedPartner(2_000)
    yield* create(partnerId, 400)
    const other = yield* anotherProcess(shared)
    const working = yield* Effect.forkChild(
      Effect.all([drain, Effect.provideContext(drain, other)], { concurrency: "unbounded" })
    )
    yield* TestClock.adjust("10 seconds")
    const counts = yield* Fiber.join(working)
    assert.strictEqual(counts[0] + counts[1], 400)
    for (const count of counts) assert.isAbove(count, 50)
    const { calls } = yield* Seen
    assert.lengthOf(calls, 400)
    assert.strictEqual(new Set(calls.map(({ reference }) => reference)).size, 400)
    const { paidOutMinor, pendingMinor } = yield* balanceOfPartner(partnerId)
    assert.deepStrictEqual([paidOutMinor, pendingMinor], [1_200n * usdt, 0n])
  })

  testIn({ processor: slow(10) })("a job in the works is nobody else's", function* () {
    const partnerId = yield* fundedPartner(100)
    yield* create(partnerId, 1)
    const working = yield* Effect.forkChild(drain)
    yield* TestClock.adjust("5 seconds")
    assert.strictEqual(yield* drain, 0)
    yield* TestClock.adjust("5 seconds")
    assert.strictEqual(yield* Fiber.join(working), 1)
    assert.lengthOf((yield* Seen).calls, 1)
  })
})

/** A store that counts how often it is asked what is due next. */
const asked = { count: 0 }
const counting = storeOf(WorkQueue, (inner) => ({
  nextDue: Effect.suspend(() => {
    asked.count += 1
    return inner.nextDue
  })
}))

/** A store that counts how often a payout is read from it. */
const read = { count: 0 }
const countingReads = storeOf(StateReader, (inner) => ({
  get: (concept, partnerId, id) =>
    Effect.suspend(() => {
      if (concept.name === payout.name) read.count += 1
      return inner.get(concept, partnerId, id)
    })
}))

describe("a worker", () => {
  testIn({ store: countingReads })("reads a payout once for all that it does with it", function* () {
    const partnerId = yield* fundedPartner(100)
    const [order] = yield* create(partnerId, 1)
    assert(order !== undefined)
    read.count = 0
    yield* drain
    assert.strictEqual(read.count, 1)
    assert.strictEqual(
      (yield* Effect.flatMap(Payouts, ({ get }) => get(partnerId, order.id)))._tag,
      "confirmed"
    )
  })

  testIn({ processor: slow(5) })(
    "goes on with what somebody else made of the payout while it was being called",
    function* () {
      const partnerId = yield* fundedPartner(100)
      const [order] = yield* create(partnerId, 1)
      assert(order !== undefined)
      const payouts = yield* Payouts
      const working = yield* Effect.forkChild(drain)
      yield* TestClock.adjust("1 seconds")
      const at = yield* Clock.currentTimeMillis
      yield* payouts.apply(partnerId, order.id, { _tag: "Confirm", processingId: Option.some("told"), at })
      yield* TestClock.adjust("10 seconds")
      yield* Fiber.join(working)
      const payout = yield* payouts.get(partnerId, order.id)
      assert(payout._tag === "confirmed")
      assert.deepStrictEqual([payout.processingId, payout.completedAt], [Option.some("told"), at])
      const queue = yield* WorkQueue
      assert.deepStrictEqual(yield* queue.nextDue, new Map())
      const { paidOutMinor, pendingMinor } = yield* balanceOfPartner(partnerId)
      assert.deepStrictEqual([paidOutMinor, pendingMinor], [3n * usdt, 0n])
      assert.deepStrictEqual((yield* Seen).errors, [])
    }
  )

  testIn({ store: counting })(
    "asks the store once what is due next after one change of a job, whatever its kind",
    function* () {
      const partnerId = yield* fundedPartner(100)
      const worker = yield* Worker
      const store = yield* Store
      const running = yield* Effect.forkChild(worker.run)
      yield* TestClock.adjust(0)
      const dueAt = (yield* Clock.currentTimeMillis) + millisPerHour
      for (const kind of jobKinds) {
        asked.count = 0
        yield* store.commit({ ...emptyCommit, jobs: [{ kind, partnerId, subjectId: "subject", dueAt }] })
        yield* TestClock.adjust(0)
        assert.strictEqual(asked.count, 1, kind)
      }
      asked.count = 0
      yield* worker.awaitStarted
      assert.strictEqual(asked.count, 1)
      yield* Fiber.interrupt(running)
    }
  )

  test("that finds a payout in submitting looks it up, by the schedule of the lost call", function* () {
    const partnerId = yield* fundedPartner(100)
    const [order] = yield* create(partnerId, 1)
    assert(order !== undefined)
    const job = yield* claim
    const payouts = yield* Payouts
    const at = yield* Clock.currentTimeMillis
    yield* payouts.apply(partnerId, order.id, { _tag: "Submit", at }, { _tag: "Held", job })
    // The process that held the lease is gone.
    yield* TestClock.adjust(leaseMillis)
    yield* drain
    const { calls } = yield* Seen
    assert.deepStrictEqual(
      calls.map(({ name }) => name),
      ["lookup", "submit"],
      "the first lookup was due long ago, and knew nothing"
    )
    assert.strictEqual(payoutStatus(yield* payouts.get(partnerId, order.id)), "COMPLETED")
  })

  testIn({ store: sometimesUnreadable })(
    "gives a job back for 15 seconds when it failed over it",
    function* () {
      const partnerId = yield* fundedPartner(100)
      const [order] = yield* create(partnerId, 1)
      assert(order !== undefined)
      const payouts = yield* Payouts
      unreadable.now = true
      yield* drain
      unreadable.now = false
      yield* TestClock.adjust("14999 millis")
      assert.strictEqual(yield* drain, 0)
      yield* TestClock.adjust("1 millis")
      assert.strictEqual(yield* drain, 1)
      assert.strictEqual(payoutStatus(yield* payouts.get(partnerId, order.id)), "COMPLETED")
    }
  )

  test("sleeps until work is due, and wakes for a commit", function* () {
    const partnerId = yield* fundedPartner(100)
    const worker = yield* Worker
    const payouts = yield* Payouts
    const running = yield* Effect.forkChild(worker.run)
    yield* TestClock.adjust("10 seconds")
    assert.isTrue(yield* worker.running)
    const { value } = yield* payouts.create(partnerId, "k", payoutOf(10, "sandbox:slow"))
    yield* TestClock.adjust(0)
    assert.strictEqual((yield* payouts.get(partnerId, value.id))._tag, "submitted")
    yield* TestClock.adjust("18 seconds")
    assert.strictEqual((yield* payouts.get(partnerId, value.id))._tag, "confirmed")
    yield* Fiber.interrupt(running)
    assert.isFalse(yield* worker.running)
  })
})
