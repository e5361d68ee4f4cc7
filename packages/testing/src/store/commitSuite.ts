import { assert } from "@effect/vitest"
import type { Ids, StorePorts } from "@quittance/core"
import {
  accountNames,
  ClaimReader,
  emptyCommit,
  payoutClaims,
  payoutJobs,
  payoutList,
  payout as payouts,
  type RecordedPayout,
  StateReader,
  Store,
  WorkQueue,
  writeOver
} from "@quittance/core/adapter"
import { Effect, Option, Result } from "effect"
import { type Checks, suiteOf } from "../Suite.ts"
import { flawedCommit, flaws, leavesNothing, refusalOf } from "./FlawedCommits.ts"
import { emptyQueue } from "./JobSamples.ts"
import { listed } from "./listed.ts"
import {
  adjusting,
  balancesOf,
  commit,
  newEvent,
  newFundedPartnerId,
  newPartnerId,
  newPayout,
  reserving,
  start
} from "./StoreSamples.ts"

/** `Store.commit`: all of it or nothing, refused for the first of the documented reasons, decided on what was read. */

const failuresOf = Effect.fnUntraced(function* <A, E, R>(all: ReadonlyArray<Effect.Effect<A, E, R>>) {
  const results = yield* Effect.forEach(all, Effect.result, { concurrency: "unbounded" })
  return results.filter(Result.isFailure).map(({ failure }) => failure)
})

export const commitChecks = {
  "all of a commit is visible once it succeeded": Effect.gen(function* () {
    yield* emptyQueue
    const partnerId = yield* newFundedPartnerId(100_000_000n)
    const payout = yield* newPayout(partnerId)
    const whole = yield* reserving(payout)
    yield* commit(whole)
    const store = yield* Store
    const claims = yield* ClaimReader
    const states = yield* StateReader
    const queue = yield* WorkQueue
    const found = yield* states.get(payouts, partnerId, payout.order.id)
    assert.deepStrictEqual(found, Option.some({ state: payout, version: 1 }))
    const claim = yield* claims.find(payoutClaims.create, partnerId, payout.order.idempotencyKey)
    assert.deepStrictEqual(claim, Option.fromUndefinedOr(whole.claims[0]))
    const { available, payoutPending } = yield* balancesOf(partnerId)
    assert.deepStrictEqual([available, payoutPending], [94_000_000n, 6_000_000n])
    for (const event of whole.events) assert.isTrue(yield* store.committed(event))
    assert.strictEqual((yield* queue.nextDue).get(payoutJobs.dispatch), start)
  }),

  "a commit with a lost lease leaves nothing": leavesNothing("LeaseLost"),
  "a commit with a taken claim leaves nothing": leavesNothing("ClaimTaken"),
  "a commit with a stale version leaves nothing": leavesNothing("VersionConflict"),
  "a commit over a limit leaves nothing": leavesNothing("LimitExceeded"),

  "of several reasons the first in the documented order is answered": Effect.gen(function* () {
    for (let from = 0; from < flaws.length; from++) {
      const partnerId = yield* newFundedPartnerId(100_000_000n)
      const { flawed } = yield* flawedCommit(partnerId, flaws.slice(from))
      assert.strictEqual((yield* refusalOf(flawed))._tag, flaws[from])
    }
  }),

  "a version conflict names the subject and the version it was decided on": Effect.gen(function* () {
    const partnerId = yield* newFundedPartnerId(100_000_000n)
    const payout = yield* newPayout(partnerId)
    yield* commit(yield* reserving(payout))
    for (const expectedVersion of [0, 2]) {
      const refusal = yield* refusalOf({
        ...emptyCommit,
        aggregates: [{ _tag: "Payout", state: payout, expectedVersion, previous: payout }],
        events: [yield* newEvent(partnerId, payout.order.id)]
      })
      assert.deepInclude(refusal, {
        _tag: "VersionConflict",
        subjectId: payout.order.id,
        expected: expectedVersion
      })
    }
  }),

  "every write makes the version one higher": Effect.gen(function* () {
    const states = yield* StateReader
    const partnerId = yield* newFundedPartnerId(100_000_000n)
    const payout = yield* newPayout(partnerId)
    yield* commit(yield* reserving(payout))
    let previous: RecordedPayout = payout
    for (const expectedVersion of [1, 2, 3]) {
      const state = { ...payout, attempts: expectedVersion }
      const events = [yield* newEvent(partnerId, payout.order.id, { version: expectedVersion + 1 })]
      yield* commit({ aggregates: [{ _tag: "Payout", state, expectedVersion, previous }], events })
      previous = state
      const found = yield* states.get(payouts, partnerId, payout.order.id)
      assert.deepStrictEqual(found, Option.some({ state, version: expectedVersion + 1 }))
    }
  }),

  "of 25 commits decided on the same version one wins": Effect.gen(function* () {
    const states = yield* StateReader
    const partnerId = yield* newFundedPartnerId(100_000_000n)
    const payout = yield* newPayout(partnerId)
    yield* commit(yield* reserving(payout))
    const racing = Array.from({ length: 25 }, (_, index) =>
      commit({
        aggregates: [
          { _tag: "Payout", state: { ...payout, attempts: index }, expectedVersion: 1, previous: payout }
        ],
        entries: [adjusting(partnerId, 1n)]
      })
    )
    const failures = yield* failuresOf(racing)
    assert.deepStrictEqual(
      failures.map(({ _tag }) => _tag),
      Array.from({ length: 24 }, () => "VersionConflict")
    )
    const found = yield* states.get(payouts, partnerId, payout.order.id)
    assert.strictEqual(Option.getOrThrow(found).version, 2)
    assert.strictEqual((yield* balancesOf(partnerId)).available, 94_000_001n)
  }),

  "several aggregates of a commit land together or not at all": Effect.gen(function* () {
    const partnerId = yield* newPartnerId
    const payoutA = yield* newPayout(partnerId)
    const payoutB = yield* newPayout(partnerId)
    const events = [yield* newEvent(partnerId, payoutA.order.id)]
    const write = (state: typeof payoutA, version: number) => writeOver("Payout", { state, version }, state)
    yield* Effect.flip(commit({ aggregates: [write(payoutA, 0), write(payoutB, 1)], events }))
    assert.strictEqual((yield* listed(payoutList, { partnerId })).total, 0)
    yield* commit({ aggregates: [write(payoutA, 0), write(payoutB, 0)], events })
    assert.strictEqual((yield* listed(payoutList, { partnerId })).total, 2)
  }),

  "`committed` knows the events that landed and no others": Effect.gen(function* () {
    const store = yield* Store
    const partnerId = yield* newPartnerId
    const event = yield* newEvent(partnerId, "adj_a")
    const second = yield* newEvent(partnerId, "adj_a", { version: 2 })
    const never = yield* newEvent(partnerId, "adj_a", { version: 3 })
    yield* commit({ events: [event, second] })
    assert.isTrue(yield* store.committed(event))
    assert.isTrue(yield* store.committed(second))
    assert.isFalse(yield* store.committed(never))
    // Another command may have carried the subject to the same version.
    assert.isFalse(yield* store.committed({ ...never, version: 2 }))
  }),

  "a commit without entries changes no balance": Effect.gen(function* () {
    const partnerId = yield* newPartnerId
    yield* commit({ events: [yield* newEvent(partnerId, "adj_a")] })
    const balances = yield* balancesOf(partnerId)
    assert.isTrue(accountNames.every((name) => balances[name] === 0n))
  })
} satisfies Checks<StorePorts | Ids>

export const commitSuite = suiteOf<StorePorts>("commits", commitChecks)
