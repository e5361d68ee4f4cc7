import { assert, it } from "@effect/vitest"
import type { StorePorts } from "@quittance/core"
import {
  type Commit,
  type CommitFailure,
  type EventRecord,
  emptyCommit,
  type JournalEntry,
  type Partner,
  payoutTexts,
  type RecordedPayout,
  Store,
  type VersionGuard,
  writeOver
} from "@quittance/core/adapter"
import { Context, Effect, Fiber, Layer, Option, Result } from "effect"
import { adminOf } from "../server/admin.ts"
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

const partnerOf = (id: string): Partner => ({ id, name: id, terms: {}, createdAt: start })

/** The same of a partner. */
const naming = (id: string, version: number) =>
  writeOver("Partner", { state: partnerOf(id), version }, partnerOf(id))

const guardOfPartner = (id: string, version: number): VersionGuard => ({
  _tag: "Partner",
  partnerId: id,
  id,
  version
})

const adjusting = (partnerId: string): JournalEntry => ({
  ...{ partnerId, currency: "USDT", kind: "balance.adjusted", subjectId: "adj_sample", at: start },
  ...{ postings: [{ debit: "adjustments", credit: "available", amountMinor: 1n }], limit: "enforced" }
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

type End = CommitFailure["_tag"] | "written"

const endOf = (result: Result.Result<void, CommitFailure>): End =>
  Result.isSuccess(result) ? "written" : result.failure._tag

class TwoStores extends Context.Service<
  TwoStores,
  {
    readonly one: Context.Context<StorePorts>
    readonly two: Context.Context<StorePorts>
    /** Begins commits one after the other, each when the one before waits for a lock, while a statement holds one. */
    readonly whileHeld: (
      holding: string,
      commits: ReadonlyArray<ReturnType<typeof committing>>
    ) => Effect.Effect<ReadonlyArray<End>>
  }
>()("TwoStores") {}

const twoStores = Layer.effect(
  TwoStores,
  Effect.gen(function* () {
    const { stores, url } = yield* openStores(2)
    const [one, two] = stores
    assert.isDefined(one)
    assert.isDefined(two)
    const [holder, observer] = yield* Effect.promise(() => Promise.all([adminOf(url), adminOf(url)]))
    const ask = (text: string) => Effect.promise(() => holder.query(text))
    const waiting = Effect.promise(async () => {
      const { rows } = await observer.query(
        "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
      )
      return rows.length
    })
    return TwoStores.of({
      one,
      two,
      whileHeld: Effect.fnUntraced(function* (holding, commits) {
        yield* ask("BEGIN")
        yield* ask(holding)
        const begun: Array<Fiber.Fiber<Result.Result<void, CommitFailure>>> = []
        for (const each of commits) {
          begun.push(yield* Effect.forkChild(each))
          while ((yield* waiting) < begun.length);
        }
        yield* ask("COMMIT")
        return (yield* Effect.forEach(begun, Fiber.join)).map(endOf)
      })
    })
  })
)

it.layer(twoStores)("guards of two processes on one database", (it) => {
  it.effect("of two commits that each guard what the other writes, the first to lock is written", () =>
    Effect.gen(function* () {
      const { one, two, whileHeld } = yield* TwoStores
      for (const isPayoutFirst of [true, false]) {
        const partnerId = `prt_${isPayoutFirst}`
        yield* committing(one, partnerId, {
          aggregates: [naming(partnerId, 0), following(partnerId, "a", 0)]
        })
        const entries = [adjusting(partnerId)]
        const payout = committing(one, partnerId, {
          ...{ aggregates: [following(partnerId, "a", 1)], guards: [guardOfPartner(partnerId, 1)], entries }
        })
        const partner = committing(two, partnerId, {
          ...{ aggregates: [naming(partnerId, 1)], guards: [guardOf(partnerId, "a", 1)], entries }
        })
        const sides = isPayoutFirst ? [payout, partner] : [partner, payout]
        // Both have compared what they guard when they may go on, unless one waits for the other.
        const ends = yield* whileHeld("LOCK TABLE accounts IN EXCLUSIVE MODE", sides)
        assert.deepStrictEqual(ends, ["written", "VersionConflict"])
      }
    })
  )

  it.effect("commits that wait for each other in a circle are decided again, and one is written", () =>
    Effect.gen(function* () {
      const { one, two, whileHeld } = yield* TwoStores
      const partnerId = "prt_circle"
      yield* committing(one, partnerId, {
        aggregates: ["a", "b", "c"].map((id) => following(partnerId, id, 0))
      })
      // The first has written a, and waits for b; the second has written c, and waits for a. Then the first comes to c.
      const ends = yield* whileHeld(
        `SELECT FROM payouts WHERE partner_id = '${partnerId}' AND id = 'b' FOR UPDATE`,
        [
          committing(one, partnerId, {
            aggregates: [following(partnerId, "a", 1)],
            guards: [guardOf(partnerId, "b", 1), guardOf(partnerId, "c", 1)]
          }),
          committing(two, partnerId, {
            aggregates: [following(partnerId, "c", 1)],
            guards: [guardOf(partnerId, "a", 1)]
          })
        ]
      )
      assert.deepStrictEqual(ends.toSorted(), ["VersionConflict", "written"])
    })
  )

  it.effect("a write is not kept waiting by those who guard, and none lands on what it replaced", () =>
    Effect.gen(function* () {
      const { one, two } = yield* TwoStores
      const stores = [one, two]
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
