import { assert, describe } from "@effect/vitest"
import { Payouts, StoreUnavailable, Worker } from "@quittance/core"
import {
  actingAs,
  leaseMillis,
  PayoutProcessor,
  payout,
  payoutJobs,
  payoutStatus,
  SandboxProcessor,
  StateReader,
  Store,
  WorkQueue
} from "@quittance/core/adapter"
import { Clock, Deferred, Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import {
  anotherProcess,
  balanceOfPartner,
  fundedPartner,
  Memory,
  payoutOf,
  Seen,
  test,
  testIn,
  usdt
} from "./Deployment.ts"
import { storeOf } from "./fiatInvoices.ts"

/** The worker at its work, and nothing of what is due left to claim. */
const working = Effect.gen(function* () {
  const worker = yield* Worker
  const running = yield* Effect.forkScoped(worker.run)
  yield* TestClock.adjust(0)
  return { worker, running }
})

const create = (partnerId: string, key: string) =>
  Effect.flatMap(Payouts, (payouts) =>
    Effect.map(payouts.create(partnerId, key, payoutOf(1)), ({ value }) => value)
  )

const statusOf = (partnerId: string, id: string) =>
  Effect.flatMap(Payouts, (payouts) =>
    Effect.map(
      payouts.get(partnerId, id),
      (state) => `${payoutStatus(state)}/${state._tag}/${state.attempts}`
    )
  )

/** When the next payout can be claimed. */
const nextDue = Effect.flatMap(WorkQueue, (queue) =>
  Effect.map(queue.nextDue, (due) => due.get(payoutJobs.dispatch))
)

/** How often a worker got payouts from the queue, and how often one was read. */
const asked = { claimed: 0, read: 0 }
const counting = (memory: Parameters<ReturnType<typeof storeOf>>[0]) =>
  storeOf(StateReader, (inner) => ({
    get: (concept, partnerId, id) =>
      Effect.suspend(() => {
        if (concept.name === payout.name) asked.read += 1
        return inner.get(concept, partnerId, id)
      })
  }))(memory)
const countingClaims = storeOf(WorkQueue, (inner) => ({
  claim: (request) =>
    Effect.tap(inner.claim(request), (jobs) =>
      Effect.sync(() => {
        if (request.kind === payoutJobs.dispatch) asked.claimed += jobs.length
      })
    )
}))

/** A processing side that answers when it is let. */
const gate = { open: Deferred.makeUnsafe<void>() }
const gated = Layer.effect(
  PayoutProcessor,
  Effect.map(PayoutProcessor, (inner) =>
    PayoutProcessor.of({
      ...inner,
      submit: (request) => Effect.andThen(Deferred.await(gate.open), inner.submit(request))
    })
  )
).pipe(Layer.provide(SandboxProcessor.layer))

/** What becomes of the next commits of the store, one after the other. */
const fates: Array<"written, answer lost" | "not written, answer lost" | "never answered"> = []
const uncertain = storeOf(Store, (inner) => {
  const lost = new StoreUnavailable({ outcome: "unknown", reason: "the answer was lost" })
  return {
    commit: (commit) =>
      Effect.suspend(() => {
        switch (fates.shift()) {
          case undefined:
            return inner.commit(commit)
          case "written, answer lost":
            return Effect.andThen(inner.commit(commit), Effect.fail(lost))
          case "not written, answer lost":
            return Effect.fail(lost)
          case "never answered":
            return Effect.andThen(inner.commit(commit), Effect.never)
        }
      })
  }
})

describe("a payout whose process carries it out", () => {
  testIn({ store: counting })("is not read again", function* () {
    const partnerId = yield* fundedPartner(100)
    const { worker } = yield* working
    asked.read = 0
    const { id } = yield* create(partnerId, "k")
    yield* worker.awaitIdle
    assert.strictEqual(asked.read, 0)
    assert.strictEqual(yield* statusOf(partnerId, id), "COMPLETED/confirmed/1")
  })

  test("is no longer of who created it: the work is the system's, also where that person runs it", function* () {
    const partnerId = yield* fundedPartner(100)
    const { worker } = yield* actingAs("operator:root", working)
    const ids = [(yield* actingAs("user:anna", create(partnerId, "handed"))).id]
    yield* worker.awaitIdle
    yield* worker.finish
    ids.push((yield* actingAs("user:anna", create(partnerId, "drained"))).id)
    yield* actingAs("user:anna", worker.drain)
    const { events } = yield* Memory
    for (const id of ids)
      assert.deepStrictEqual(
        [...events.values()]
          .filter(({ subjectId }) => subjectId === id)
          .map(({ actor, event }) => [event._tag, actor]),
        [
          ["PayoutReserved", "user:anna"],
          ["PayoutSubmissionStarted", "system"],
          ["PayoutConfirmed", "provider:payouts"]
        ]
      )
  })

  testIn({ store: countingClaims })("is not claimed", function* () {
    const partnerId = yield* fundedPartner(1_000)
    const { worker } = yield* working
    asked.claimed = 0
    for (let count = 0; count < 300; count++) yield* create(partnerId, `${count}`)
    yield* worker.awaitIdle
    assert.strictEqual(asked.claimed, 0, "more than there are places at once")
    assert.isUndefined(yield* nextDue)
    assert.strictEqual((yield* balanceOfPartner(partnerId)).paidOutMinor, 900n * usdt)
  })

  test("waits in the store while the worker does not run, finishes, or has ended", function* () {
    const partnerId = yield* fundedPartner(100)
    const now = yield* Clock.currentTimeMillis
    const first = yield* create(partnerId, "before")
    assert.strictEqual(yield* nextDue, now)
    const { running, worker } = yield* working
    assert.strictEqual(yield* statusOf(partnerId, first.id), "COMPLETED/confirmed/1")
    yield* worker.finish
    const second = yield* create(partnerId, "finishing")
    assert.strictEqual(yield* nextDue, now, "free at once")
    yield* Fiber.interrupt(running)
    const third = yield* create(partnerId, "ended")
    const other = yield* anotherProcess()
    yield* Effect.provideContext(
      Effect.flatMap(Worker, ({ drain }) => drain),
      other
    )
    for (const { id } of [second, third])
      assert.strictEqual(yield* statusOf(partnerId, id), "COMPLETED/confirmed/1")
  })

  testIn({ processor: gated })(
    "waits in the store when no place is free, and behind what was due before it",
    function* () {
      gate.open = Deferred.makeUnsafe()
      const partnerId = yield* fundedPartner(2_000)
      const payouts: Array<string> = []
      // More than have a place at once.
      for (let count = 0; count < 300; count++) payouts.push((yield* create(partnerId, `${count}`)).id)
      const { worker } = yield* working
      yield* TestClock.adjust(1)
      for (let count = 300; count < 400; count++) payouts.push((yield* create(partnerId, `${count}`)).id)
      yield* TestClock.adjust(0)
      assert.isAbove((yield* nextDue) ?? 0, 0)
      yield* Deferred.succeed(gate.open, undefined)
      yield* TestClock.adjust(0)
      yield* worker.awaitStarted
      yield* worker.awaitIdle
      const queue = yield* WorkQueue
      assert.deepStrictEqual(yield* queue.nextDue, new Map())
      const { calls } = yield* Seen
      assert.lengthOf(calls, 400)
      const states = yield* Effect.forEach(payouts, (id) =>
        Effect.flatMap(Payouts, ({ get }) => get(partnerId, id))
      )
      const numberOf = new Map(states.map(({ order }, index) => [order.reference, index]))
      const places = calls.map(({ reference }) => numberOf.get(reference) ?? -1)
      assert.isTrue(
        places.slice(0, 300).every((place) => place < 300),
        "none of the later ones is called before the last of the earlier ones"
      )
      yield* payoutsAreOver(partnerId, 400)
    }
  )

  test("is started once, whatever refusals there were before it", function* () {
    const partnerId = yield* fundedPartner(3)
    const { worker } = yield* working
    const payouts = yield* Payouts
    for (let count = 0; count < 300; count++) {
      const failure = yield* Effect.flip(payouts.create(partnerId, `${count}`, payoutOf(10)))
      assert.strictEqual(failure._tag, "InsufficientFunds")
    }
    const { id } = yield* create(partnerId, "covered")
    yield* worker.awaitIdle
    assert.strictEqual(yield* statusOf(partnerId, id), "COMPLETED/confirmed/1")
    assert.lengthOf((yield* Seen).calls, 1)
  })

  testIn({ store: uncertain })(
    "is started once when the answer to its commit is lost, whether or not it was written",
    function* () {
      const partnerId = yield* fundedPartner(100)
      const { worker } = yield* working
      for (const fate of ["written, answer lost", "not written, answer lost"] as const) {
        fates.push(fate)
        const { id } = yield* create(partnerId, fate)
        yield* worker.awaitIdle
        assert.strictEqual(yield* statusOf(partnerId, id), "COMPLETED/confirmed/1")
      }
      assert.lengthOf((yield* Seen).calls, 2)
    }
  )

  testIn({ store: uncertain })(
    "is free for whoever comes first when its caller ended over the commit",
    function* () {
      const partnerId = yield* fundedPartner(100)
      const { worker } = yield* working
      fates.push("never answered")
      const asking = yield* Effect.forkChild(create(partnerId, "k"), { startImmediately: true })
      yield* TestClock.adjust(0)
      yield* Fiber.interrupt(asking)
      yield* TestClock.adjust(0)
      yield* worker.awaitStarted
      yield* worker.awaitIdle
      const { id } = yield* create(partnerId, "k")
      assert.strictEqual(yield* statusOf(partnerId, id), "COMPLETED/confirmed/1", "not after the lease")
      assert.lengthOf((yield* Seen).calls, 1)
    }
  )

  testIn({ processor: gated })("is another worker's after the lease of who stopped over it", function* () {
    gate.open = Deferred.makeUnsafe()
    const partnerId = yield* fundedPartner(100)
    const { running } = yield* working
    const { id } = yield* create(partnerId, "k")
    yield* TestClock.adjust(0)
    assert.strictEqual(yield* statusOf(partnerId, id), "PENDING/submitting/1")
    yield* Fiber.interrupt(running)
    yield* Deferred.succeed(gate.open, undefined)
    const other = yield* anotherProcess()
    const drain = Effect.provideContext(
      Effect.flatMap(Worker, ({ drain }) => drain),
      other
    )
    assert.strictEqual(yield* drain, 0)
    yield* TestClock.adjust(leaseMillis)
    yield* drain
    assert.strictEqual(yield* statusOf(partnerId, id), "COMPLETED/confirmed/3")
    assert.deepStrictEqual(
      (yield* Seen).calls.map(({ name }) => name),
      ["submit", "lookup", "submit"]
    )
  })
})

const payoutsAreOver = Effect.fnUntraced(function* (partnerId: string, count: number) {
  const { paidOutMinor, pendingMinor } = yield* balanceOfPartner(partnerId)
  assert.deepStrictEqual([paidOutMinor, pendingMinor], [BigInt(count) * 3n * usdt, 0n])
})
