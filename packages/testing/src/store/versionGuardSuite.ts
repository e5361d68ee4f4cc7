import { assert } from "@effect/vitest"
import type { Ids, StorePorts } from "@quittance/core"
import {
  type AggregateWrite,
  type Commit,
  type PartnerId,
  partner as partners,
  payout as payouts,
  type RecordedPayout,
  StateReader,
  type VersionGuard,
  writeOver
} from "@quittance/core/adapter"
import { Effect, Option, Result } from "effect"
import { type Checks, suiteOf } from "../Suite.ts"
import { flawedCommit, flaws, leavesNothing, refusalOf } from "./FlawedCommits.ts"
import { adjusting, balancesOf, commit, newFundedPartnerId, newPayout, reserving } from "./StoreSamples.ts"
import { newDelivery, newEndpoint, newMessage, posting, writingDeliveries } from "./WebhookSamples.ts"

/** What a commit names though it does not write it: written while that has the version, and refused otherwise. */

/** A partner of its own with one payout, both at version 1. */
const guardedPayout = Effect.gen(function* () {
  const partnerId = yield* newFundedPartnerId(100_000_000n)
  const payout = yield* newPayout(partnerId)
  yield* commit(yield* reserving(payout))
  return { partnerId, payout }
})

const guardOf = ({ order }: RecordedPayout, version: number): VersionGuard => ({
  _tag: "Payout",
  partnerId: order.partnerId,
  id: order.id,
  version
})

/** A commit that writes one more row and an entry under these guards. */
const guarded = Effect.fnUntraced(function* (partnerId: PartnerId, guards: ReadonlyArray<VersionGuard>) {
  const payout = yield* newPayout(partnerId)
  const whole: Commit = { ...(yield* reserving(payout)), guards }
  return { payout, whole }
})

const guardOfPartner = (partnerId: PartnerId, version: number): VersionGuard => ({
  _tag: "Partner",
  partnerId,
  id: partnerId,
  version
})

/** Writes the next version of a partner. */
const nextOfPartner = Effect.fnUntraced(function* (partnerId: PartnerId) {
  const states = yield* StateReader
  const found = Option.getOrThrow(yield* states.get(partners, partnerId, partnerId))
  return writeOver("Partner", found, found.state)
})

const versionOf = Effect.fnUntraced(function* ({ order }: RecordedPayout) {
  const states = yield* StateReader
  const found = yield* states.get(payouts, order.partnerId, order.id)
  return Option.isSome(found) ? found.value.version : 0
})

/** Writes the next version of a payout, which has the version of its attempts and one. */
const nextOf = (payout: RecordedPayout, attempts = payout.attempts + 1): AggregateWrite =>
  writeOver("Payout", { state: payout, version: payout.attempts + 1 }, { ...payout, attempts })

export const versionGuardChecks = {
  "a commit is written while what it guards has the version, which stays": Effect.gen(function* () {
    const { partnerId, payout } = yield* guardedPayout
    const absent = yield* newPayout(partnerId)
    const { payout: made, whole } = yield* guarded(partnerId, [guardOf(payout, 1), guardOf(absent, 0)])
    yield* commit(whole)
    assert.deepStrictEqual(
      [yield* versionOf(made), yield* versionOf(payout), yield* versionOf(absent)],
      [1, 1, 0]
    )
  }),

  "a guard of another version is a conflict that names the subject and the version": Effect.gen(function* () {
    const { partnerId, payout } = yield* guardedPayout
    const absent = yield* newPayout(partnerId)
    for (const guard of [guardOf(payout, 0), guardOf(payout, 2), guardOf(absent, 1)]) {
      const { payout: made, whole } = yield* guarded(partnerId, [guard])
      assert.deepInclude(yield* refusalOf(whole), {
        _tag: "VersionConflict",
        subjectId: guard.id,
        expected: guard.version
      })
      assert.strictEqual(yield* versionOf(made), 0)
    }
  }),

  "one guard of several that does not hold refuses": Effect.gen(function* () {
    const { partnerId, payout } = yield* guardedPayout
    const absent = yield* newPayout(partnerId)
    const sound = [guardOf(payout, 1), guardOf(absent, 0)]
    for (const stale of [guardOf(yield* newPayout(partnerId), 3), guardOf(payout, 2)])
      for (const guards of [
        [...sound, stale],
        [stale, ...sound]
      ]) {
        const { whole } = yield* guarded(partnerId, guards)
        assert.strictEqual((yield* refusalOf(whole))._tag, "VersionConflict")
      }
  }),

  "partners and webhook deliveries are guarded like others": Effect.gen(function* () {
    const { partnerId, payout } = yield* guardedPayout
    const endpoint = yield* newEndpoint(partnerId)
    yield* commit({ aggregates: [{ _tag: "WebhookEndpoint", state: endpoint, expectedVersion: 0 }] })
    const message = yield* newMessage(partnerId)
    yield* commit(yield* posting(message))
    const delivery = yield* newDelivery(endpoint, message)
    yield* commit(writingDeliveries([delivery]))
    const others: ReadonlyArray<VersionGuard> = [
      guardOfPartner(partnerId, 1),
      { _tag: "WebhookDelivery", partnerId, id: delivery.order.id, version: 1 },
      guardOf(payout, 1)
    ]
    yield* commit((yield* guarded(partnerId, others)).whole)
    for (const { id } of others) {
      const stale = others.map((guard) => (guard.id === id ? { ...guard, version: 2 } : guard))
      const { whole } = yield* guarded(partnerId, stale)
      assert.deepInclude(yield* refusalOf(whole), { _tag: "VersionConflict", subjectId: id, expected: 2 })
    }
  }),

  "a commit whose guard does not hold leaves nothing": leavesNothing("VersionConflict", "guard"),

  "of several reasons a guard that does not hold has the place of a stale version": Effect.gen(function* () {
    for (let from = 0; from < flaws.length; from++) {
      const partnerId = yield* newFundedPartnerId(100_000_000n)
      const { flawed } = yield* flawedCommit(partnerId, flaws.slice(from), "guard")
      assert.strictEqual((yield* refusalOf(flawed))._tag, flaws[from])
    }
  }),

  "a guard sees what was written before, and keeps a commit without any other write": Effect.gen(
    function* () {
      const { partnerId, payout } = yield* guardedPayout
      yield* commit({ aggregates: [nextOf(payout)], entries: [adjusting(partnerId, 1n)] })
      const refusal = yield* refusalOf({
        ...(yield* guarded(partnerId, [guardOf(payout, 1)])).whole,
        aggregates: [],
        jobs: []
      })
      assert.strictEqual(refusal._tag, "VersionConflict")
      yield* commit({ guards: [guardOf(payout, 2)], entries: [adjusting(partnerId, 1n)] })
      assert.strictEqual((yield* balancesOf(partnerId)).available, 94_000_002n)
    }
  ),

  "of 25 commits that guard one aggregate at once all are written": Effect.gen(function* () {
    const { partnerId, payout } = yield* guardedPayout
    const absent = yield* newPayout(partnerId)
    const guards = [guardOf(payout, 1), guardOf(absent, 0)]
    const racing = Array.from({ length: 25 }, () => commit({ guards, entries: [adjusting(partnerId, 1n)] }))
    yield* Effect.all(racing, { concurrency: "unbounded" })
    assert.strictEqual((yield* balancesOf(partnerId)).available, 94_000_025n)
  }),

  "of two commits that each guard what the other writes, made at once, one is written": Effect.gen(
    function* () {
      for (let round = 0; round < 5; round++) {
        const { partnerId, payout } = yield* guardedPayout
        const racing = [
          commit({ aggregates: [nextOf(payout)], guards: [guardOfPartner(partnerId, 1)] }),
          commit({ aggregates: [yield* nextOfPartner(partnerId)], guards: [guardOf(payout, 1)] })
        ]
        const [first, second] = yield* Effect.all(racing.map(Effect.result), { concurrency: "unbounded" })
        assert.isDefined(first)
        assert.isDefined(second)
        const refused = [first, second].filter(Result.isFailure).map(({ failure }) => failure._tag)
        assert.deepStrictEqual(refused, ["VersionConflict"])
        assert.strictEqual(yield* versionOf(payout), Result.isSuccess(first) ? 2 : 1)
      }
    }
  )
} satisfies Checks<StorePorts | Ids>

export const versionGuardSuite = suiteOf<StorePorts>("guards of versions", versionGuardChecks)
