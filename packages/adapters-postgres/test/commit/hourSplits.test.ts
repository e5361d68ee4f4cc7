import { assert, it } from "@effect/vitest"
import {
  type Commit,
  crowdedCount,
  emptyCommit,
  ListReader,
  payoutList,
  payoutTexts,
  type RecordedPayout,
  Store,
  writeOver
} from "@quittance/core/adapter"
import { Context, Effect, Option } from "effect"
import { wrongCountsSql } from "../../src/lists/wrongCountsSql.ts"
import { adminOf } from "../server/admin.ts"
import { openStores } from "../server/openStores.ts"

const partnerId = "prt_sample"
const start = Date.UTC(2026, 0, 1, 12)

/** The payout of this number, a hundred of which are created a second. */
const payoutOf = (nth: number): RecordedPayout => {
  const createdAt = start + 10 * nth
  return {
    _tag: "submitted",
    order: {
      ...{ id: `payout ${nth}`, partnerId, idempotencyKey: `${nth}`, reference: `${nth}`, createdAt },
      ...{ currency: "USDT", network: "tron", address: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t" },
      ...{
        amountMinor: 1n,
        feeMinor: 0n,
        ...payoutTexts.given({}),
        createdBy: Option.none(),
        approval: Option.none()
      }
    },
    ...{
      attempts: 1,
      calls: [],
      error: Option.none(),
      processingId: Option.none(),
      updatedAt: createdAt,
      approvalsGiven: Option.none()
    }
  }
}

const changing = (nth: number, state: RecordedPayout, previous?: RecordedPayout): Commit => ({
  ...emptyCommit,
  aggregates: [
    writeOver("Payout", { state: previous ?? state, version: previous === undefined ? 0 : 1 }, state)
  ],
  events: [
    {
      ...{ id: `evt ${nth} ${state._tag}`, partnerId, subjectId: state.order.id, at: start, actor: "system" },
      ...{ version: previous === undefined ? 1 : 2, event: { _tag: "PayoutReserved", order: state.order } }
    }
  ]
})

it.effect("processes that fill an hour at the same time agree on where it is split", () =>
  Effect.gen(function* () {
    const { stores, url } = yield* openStores(3)
    const commit = (nth: number, each: Commit) => {
      const store = stores[nth % stores.length]
      return store === undefined ? Effect.void : Context.get(store, Store).commit(each)
    }
    const count = 2 * crowdedCount
    yield* Effect.forEach(
      Array.from({ length: count }, (_, nth) => nth),
      Effect.fnUntraced(function* (nth) {
        const made = payoutOf(nth)
        yield* commit(nth, changing(nth, made))
        const { _tag, ...recorded } = made
        const completed: RecordedPayout = {
          _tag: "confirmed",
          ...{ ...recorded, completedAt: made.updatedAt }
        }
        if (nth % 2 === 0) yield* commit(nth + 1, changing(nth, completed, made))
      }),
      { concurrency: 100 }
    )
    const admin = yield* Effect.promise(() => adminOf(url))
    const asked = (text: string) => Effect.promise(async () => (await admin.query(text)).rows)
    const [split] = yield* asked("SELECT count FROM list_counts WHERE grain = 'split'")
    assert.isBelow(Number(split?.count), start + 10 * count, "it was split while it was filled")
    assert.deepStrictEqual(yield* asked(wrongCountsSql(payoutList)), [])
    const [store] = stores
    if (store === undefined) return
    const deep = yield* Context.get(store, ListReader).page(
      payoutList,
      { partnerId },
      { status: "COMPLETED" },
      { page: crowdedCount / 20, limit: 20 },
      start
    )
    assert.strictEqual(deep.total, count / 2)
    assert.deepStrictEqual(
      deep.items.map(({ order }) => order.id),
      Array.from({ length: 20 }, (_, at) => `payout ${38 - 2 * at}`)
    )
  }).pipe(Effect.scoped)
)
