import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { SqliteStore } from "@quittance/adapters-sqlite"
import {
  emptyCommit,
  millisPerDay,
  type PayoutFilter,
  PayoutReader,
  type PayoutStatus,
  payoutStatus,
  type RecordedPayout,
  Store
} from "@quittance/core"
import { Context, Effect, Layer, Option, Random } from "effect"
import { partnerId, start } from "./payoutSamples.ts"
import { temporaryFolder } from "@quittance/testing"

const drawn = Effect.gen(function* () {
  const payouts: Array<RecordedPayout> = []
  for (let count = 0; count < 2_000; count++) {
    const createdAt = start + Math.floor((yield* Random.next) ** 2 * 20 * millisPerDay)
    const recorded = {
      order: {
        id: `payout_${Math.floor((yield* Random.next) * 2 ** 31).toString(36)}_${count}`,
        partnerId,
        idempotencyKey: `key_${count}`,
        reference: `reference_${count}`,
        currency: "USDT",
        network: "tron",
        address: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t",
        amountMinor: 1n,
        feeMinor: 0n,
        note: Option.none(),
        createdAt
      },
      attempts: 0,
      processingId: Option.none(),
      error: Option.none(),
      updatedAt: createdAt
    } as const
    const isOpen = (yield* Random.next) < 0.5
    payouts.push(
      isOpen ? { _tag: "reserved", ...recorded } : { _tag: "confirmed", ...recorded, completedAt: createdAt }
    )
  }
  const { commit } = yield* Store
  yield* commit({
    ...emptyCommit,
    aggregates: payouts.map((state) => ({ _tag: "Payout", state, expectedVersion: 0 }))
  })
  return payouts
})

class History extends Context.Service<History, ReadonlyArray<RecordedPayout>>()("History") {
  static readonly layer = Layer.provideMerge(
    Layer.effect(History, Random.withSeed(drawn, "payout history")),
    SqliteStore.layer({ filename: join(temporaryFolder(), "store.db"), mode: "sandbox" })
  )
}

const statuses: ReadonlyArray<PayoutStatus | undefined> = [undefined, "PENDING", "COMPLETED", "FAILED"]
const ranges: ReadonlyArray<PayoutFilter> = [
  {},
  { to: start + 12 * millisPerDay + 1 },
  { from: start + millisPerDay, to: start + 18 * millisPerDay },
  { from: start + 5_000_001, to: start + 9 * millisPerDay + 7_000_003 }
]

it.layer(History.layer)("a list of payouts", (layered) => {
  layered.effect("is as sorted by hand, on every page of every filter", () =>
    Effect.gen(function* () {
      const reader = yield* PayoutReader
      const history = yield* History
      const limit = 31
      for (const status of statuses) {
        for (const range of ranges) {
          const filter = status === undefined ? range : { ...range, status }
          const expected = history
            .filter((payout) => status === undefined || payoutStatus(payout) === status)
            .map(({ order }) => order)
            .filter(({ createdAt }) => createdAt >= (range.from ?? 0) && createdAt < (range.to ?? Infinity))
            .sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1))
            .map(({ id }) => id)
          for (let page = 1; page <= Math.ceil(expected.length / limit) + 1; page++) {
            const { items, total } = yield* reader.list(partnerId, filter, { page, limit })
            const name = `${JSON.stringify(filter)} page ${page}`
            assert.deepStrictEqual(
              items.map(({ order }) => order.id),
              expected.slice((page - 1) * limit, page * limit),
              name
            )
            assert.strictEqual(total, expected.length, name)
          }
        }
      }
    })
  )
})
