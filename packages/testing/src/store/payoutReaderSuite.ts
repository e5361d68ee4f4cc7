import { assert } from "@effect/vitest"
import {
  Ids,
  type PartnerId,
  type PayoutFilter,
  PayoutReader,
  payoutStatus,
  type RecordedPayout,
  type StorePorts
} from "@quittance/core"
import { Effect, Option } from "effect"
import * as fc from "fast-check"
import { payoutOrder, payoutState } from "../generators/payoutGenerators.ts"
import { type Checks, forAll, suiteOf } from "../Suite.ts"
import { commit, newEvent, newPartnerId, newPayout, start } from "./StoreSamples.ts"

/** Payouts are read as they were written, in order, by page, and only by their partner. */

const write = Effect.fnUntraced(function* (state: RecordedPayout, expectedVersion = 0) {
  const { id, partnerId } = state.order
  const events = [yield* newEvent(partnerId, id, { version: expectedVersion + 1 })]
  yield* commit({ aggregates: [{ _tag: "Payout", state, expectedVersion }], events })
})

const list = Effect.fnUntraced(function* (
  partnerId: PartnerId,
  filter: PayoutFilter = {},
  page = 1,
  limit = 100
) {
  const payouts = yield* PayoutReader
  return yield* payouts.list(partnerId, filter, { page, limit })
})

const idsOf = (payouts: ReadonlyArray<RecordedPayout>) => payouts.map(({ order }) => order.id)

/** Two states of one order, so that an update has every field to change. */
const twoStates = payoutOrder("").chain((order) => fc.tuple(payoutState(order), payoutState(order)))

export const payoutReaderChecks = {
  "every state is read as it was inserted, and as it was updated": Effect.gen(function* () {
    const payouts = yield* PayoutReader
    const ids = yield* Ids
    const partnerId = yield* newPartnerId
    yield* forAll(twoStates, ([inserted, updated]) =>
      Effect.gen(function* () {
        const id = yield* ids.uuid
        const key = `${id} ${inserted.order.idempotencyKey}`.slice(0, 255)
        const order = { ...inserted.order, id, partnerId, idempotencyKey: key }
        for (const [expectedVersion, state] of [inserted, updated].entries()) {
          const written = { ...state, order }
          yield* write(written, expectedVersion)
          const found = yield* payouts.byId(partnerId, id)
          assert.deepStrictEqual(found, Option.some({ state: written, version: expectedVersion + 1 }))
          const listed = yield* list(partnerId, { from: order.createdAt, to: order.createdAt + 1 })
          assert.deepStrictEqual(
            listed.items.find((each) => each.order.id === id),
            written
          )
        }
      })
    )
  }),

  "the newest come first: creation instant, then id": Effect.gen(function* () {
    const partnerId = yield* newPartnerId
    const early = yield* newPayout(partnerId, { createdAt: start })
    const sameA = yield* newPayout(partnerId, { createdAt: start + 5 })
    const sameB = yield* newPayout(partnerId, { createdAt: start + 5 })
    const late = yield* newPayout(partnerId, { createdAt: start + 9 })
    for (const payout of [sameB, late, early, sameA]) yield* write(payout)
    const { items, total } = yield* list(partnerId)
    const [lower, higher] = [sameA.order.id, sameB.order.id].sort()
    assert.deepStrictEqual(idsOf(items), [late.order.id, higher, lower, early.order.id])
    assert.strictEqual(total, 4)
  }),

  "pages divide the list; a page past the end is empty and knows the total": Effect.gen(function* () {
    const partnerId = yield* newPartnerId
    for (let index = 0; index < 7; index++) {
      yield* write(yield* newPayout(partnerId, { createdAt: start + (index % 3) }))
    }
    const whole = yield* list(partnerId)
    const pages = yield* Effect.forEach([1, 2, 3, 4], (page) => list(partnerId, {}, page, 3))
    assert.deepStrictEqual(
      pages.map(({ items }) => items.length),
      [3, 3, 1, 0]
    )
    assert.deepStrictEqual(
      pages.flatMap(({ items }) => idsOf(items)),
      idsOf(whole.items)
    )
    assert.deepStrictEqual(
      pages.map(({ total }) => total),
      [7, 7, 7, 7]
    )
    assert.deepStrictEqual(yield* list(yield* newPartnerId), { items: [], total: 0 })
  }),

  "each status finds its payouts, as they are now": Effect.gen(function* () {
    const partnerId = yield* newPartnerId
    const tags = [
      "reserved",
      "submitting",
      "submitted",
      "unknown",
      "confirmed",
      "rejected",
      "not_confirmed"
    ] as const
    for (const _tag of tags) {
      const reserved = yield* newPayout(partnerId)
      yield* write(reserved)
      const completed = { completedAt: start, settledLateAt: Option.none() }
      const isEnded = _tag === "confirmed" || _tag === "rejected" || _tag === "not_confirmed"
      yield* write(isEnded ? { ...reserved, ...completed, _tag } : { ...reserved, _tag }, 1)
    }
    for (const status of ["PENDING", "COMPLETED", "FAILED"] as const) {
      const { items, total } = yield* list(partnerId, { status })
      const all = (yield* list(partnerId)).items
      assert.deepStrictEqual(idsOf(items), idsOf(all.filter((payout) => payoutStatus(payout) === status)))
      assert.strictEqual(total, { PENDING: 4, COMPLETED: 1, FAILED: 2 }[status])
    }
  }),

  "from is inclusive, to is exclusive, and filters add up": Effect.gen(function* () {
    const partnerId = yield* newPartnerId
    const created = yield* Effect.forEach([0, 1, 2, 3], (after) =>
      newPayout(partnerId, { createdAt: start + after })
    )
    for (const payout of created) yield* write(payout)
    const [first, second, third, fourth] = idsOf(created)
    const found = Effect.fnUntraced(function* (filter: PayoutFilter) {
      const { items, total } = yield* list(partnerId, filter)
      assert.strictEqual(total, items.length)
      return idsOf(items)
    })
    assert.deepStrictEqual(yield* found({ from: start + 1 }), [fourth, third, second])
    assert.deepStrictEqual(yield* found({ to: start + 2 }), [second, first])
    assert.deepStrictEqual(yield* found({ from: start + 1, to: start + 3, status: "PENDING" }), [
      third,
      second
    ])
    assert.deepStrictEqual(yield* found({ from: start + 1, to: start + 3, status: "FAILED" }), [])
    assert.deepStrictEqual(yield* found({ from: start + 2, to: start + 2 }), [])
    assert.strictEqual((yield* list(partnerId, { from: start + 1 }, 2, 2)).total, 3)
  }),

  "a partner sees only payouts of its own": Effect.gen(function* () {
    const payouts = yield* PayoutReader
    const [owner, other] = [yield* newPartnerId, yield* newPartnerId]
    const payout = yield* newPayout(owner)
    yield* write(payout)
    assert.isTrue(Option.isSome(yield* payouts.byId(owner, payout.order.id)))
    assert.isTrue(Option.isNone(yield* payouts.byId(other, payout.order.id)))
    assert.strictEqual((yield* list(other)).total, 0)
  }),

  "partnerOf finds the partner of a payout": Effect.gen(function* () {
    const payouts = yield* PayoutReader
    const payout = yield* newPayout(yield* newPartnerId)
    assert.isTrue(Option.isNone(yield* payouts.partnerOf(payout.order.id)))
    yield* write(payout)
    assert.deepStrictEqual(yield* payouts.partnerOf(payout.order.id), Option.some(payout.order.partnerId))
  })
} satisfies Checks<StorePorts | Ids>

export const payoutReaderSuite = suiteOf<StorePorts>("payouts", payoutReaderChecks)
