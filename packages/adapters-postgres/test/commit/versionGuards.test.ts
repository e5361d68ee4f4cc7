import { assert, describe, it } from "@effect/vitest"
import type { StorePorts } from "@quittance/core"
import {
  type Commit,
  type EventRecord,
  emptyCommit,
  payoutTexts,
  type RecordedPayout,
  Store,
  type VersionGuard,
  writeOver
} from "@quittance/core/adapter"
import { Context, Effect, Option, Result } from "effect"
import { openStores } from "../server/openStores.ts"

const start = Date.UTC(2026, 0, 1, 12)

const payoutOf = (partnerId: string, id: string, attempts = 0): RecordedPayout => ({
  _tag: "submitted",
  order: {
    ...{ id, partnerId, idempotencyKey: id, reference: `${partnerId} ${id}`, createdAt: start },
    ...{ currency: "USDT", network: "tron", address: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t" },
    ...{ amountMinor: 1n, feeMinor: 0n, ...payoutTexts.given({}) },
    ...{ createdBy: Option.none(), approval: Option.none() }
  },
  ...{ attempts, calls: [], error: Option.none(), processingId: Option.none(), updatedAt: start },
  approvalsGiven: Option.none()
})

/** The write of the version after this one. */
const following = (partnerId: string, id: string, version: number) =>
  writeOver(
    "Payout",
    { state: payoutOf(partnerId, id, version), version },
    payoutOf(partnerId, id, version + 1)
  )

const guardOf = (partnerId: string, id: string, version: number): VersionGuard => ({
  _tag: "Payout",
  partnerId,
  id,
  version
})

let events = 0
const eventOf = (partnerId: string): EventRecord => {
  events += 1
  return {
    ...{ id: `evt_${events}`, partnerId, subjectId: "adj_sample", version: 1, at: start, actor: "system" },
    event: { _tag: "BalanceAdjusted", amountMinor: 1n, reason: "sample" }
  }
}

const committing = (store: Context.Context<StorePorts>, partnerId: string, part: Partial<Commit>) =>
  Effect.result(Context.get(store, Store).commit({ ...emptyCommit, events: [eventOf(partnerId)], ...part }))

const twoStores = Effect.gen(function* () {
  const { stores } = yield* openStores(2)
  const [one, two] = stores
  assert.isDefined(one)
  assert.isDefined(two)
  return [one, two] as const
})

describe("guards of two processes on one database", () => {
  // Each locks a row that the other waits for, so the server ends one of them after a second.
  it.effect("of commits that each guard what the other writes, one is written", () =>
    Effect.gen(function* () {
      const [one, two] = yield* twoStores
      const partners = Array.from({ length: 10 }, (_, nth) => `prt_${nth}`)
      for (const partnerId of partners)
        yield* committing(one, partnerId, {
          aggregates: [following(partnerId, "a", 0), following(partnerId, "b", 0)]
        })
      const racing = partners.map((partnerId) => {
        const sides = [
          committing(one, partnerId, {
            aggregates: [following(partnerId, "a", 1)],
            guards: [guardOf(partnerId, "b", 1)]
          }),
          committing(two, partnerId, {
            aggregates: [following(partnerId, "b", 1)],
            guards: [guardOf(partnerId, "a", 1)]
          })
        ]
        return Effect.all(sides, { concurrency: "unbounded" })
      })
      for (const sides of yield* Effect.all(racing, { concurrency: "unbounded" }))
        assert.deepStrictEqual(
          sides.filter(Result.isFailure).map(({ failure }) => failure._tag),
          ["VersionConflict"]
        )
    })
  )

  it.effect("a write is not kept waiting by those who guard, and none lands on what it replaced", () =>
    Effect.gen(function* () {
      const stores = yield* twoStores
      const [one] = stores
      const partnerId = "prt_sample"
      const write = (version: number) =>
        committing(one, partnerId, { aggregates: [following(partnerId, "a", version)] })
      yield* write(0)
      const versions = 10
      /** What the last write that was answered made. */
      let version = 1
      const guarding = Effect.fnUntraced(function* (store: Context.Context<StorePorts>) {
        while (version < versions) {
          const known = version
          const result = yield* committing(store, partnerId, { guards: [guardOf(partnerId, "a", known)] })
          if (Result.isFailure(result)) assert.strictEqual(result.failure._tag, "VersionConflict")
          const stale = yield* committing(store, partnerId, { guards: [guardOf(partnerId, "a", known - 1)] })
          assert.isTrue(Result.isFailure(stale), `version ${known - 1} was replaced before`)
        }
      })
      const writing = Effect.gen(function* () {
        while (version < versions) {
          for (let nth = 0; nth < 5; nth++)
            yield* committing(one, partnerId, { guards: [guardOf(partnerId, "a", version)] })
          assert.isTrue(Result.isSuccess(yield* write(version)))
          version += 1
        }
      })
      const guards = stores.flatMap((store) => Array.from({ length: 8 }, () => guarding(store)))
      yield* Effect.all([...guards, writing], { concurrency: "unbounded" })
    })
  )
})
