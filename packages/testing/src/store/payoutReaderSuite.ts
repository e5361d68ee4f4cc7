import { assert } from "@effect/vitest"
import { Ids, payoutList, PayoutReader, type RecordedPayout, type StorePorts } from "@quittance/core"
import { Effect, Option } from "effect"
import * as fc from "fast-check"
import { payoutOrder, payoutState } from "../generators/payoutGenerators.ts"
import { type Checks, forAll, suiteOf } from "../Suite.ts"
import { listed } from "./listed.ts"
import { commit, newEvent, newPartnerId, newPayout } from "./StoreSamples.ts"

/** Payouts are read as they were written, and only by their partner. */

const write = Effect.fnUntraced(function* (state: RecordedPayout, expectedVersion = 0) {
  const { id, partnerId } = state.order
  const events = [yield* newEvent(partnerId, id, { version: expectedVersion + 1 })]
  yield* commit({ aggregates: [{ _tag: "Payout", state, expectedVersion }], events })
})

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
          const filter = { from: order.createdAt, to: order.createdAt + 1 }
          const { items } = yield* listed(payoutList, { partnerId }, { filter })
          assert.deepStrictEqual(
            items.find((each) => each.order.id === id),
            written
          )
        }
      })
    )
  }),

  "a partner sees only payouts of its own": Effect.gen(function* () {
    const payouts = yield* PayoutReader
    const [owner, other] = [yield* newPartnerId, yield* newPartnerId]
    const payout = yield* newPayout(owner)
    yield* write(payout)
    assert.isTrue(Option.isSome(yield* payouts.byId(owner, payout.order.id)))
    assert.isTrue(Option.isNone(yield* payouts.byId(other, payout.order.id)))
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
