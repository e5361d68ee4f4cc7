import { type Ids, payout, payoutList, PayoutReader, type StorePorts } from "@quittance/core"
import { Effect } from "effect"
import * as fc from "fast-check"
import { payoutOrder, payoutState } from "../generators/payoutGenerators.ts"
import { type Checks, suiteOf } from "../Suite.ts"
import { conceptChecksOf } from "./conceptSuite.ts"
import { listed } from "./listed.ts"

/** Payouts are read as they were written, and only by their partner. */

const payouts = conceptChecksOf({
  concept: payout,
  states: payoutOrder("").chain((order) => fc.tuple(payoutState(order), payoutState(order))),
  byId: (...name) => PayoutReader.use((reader) => reader.byId(...name)),
  ways: [
    {
      find: (partnerId, { order: { createdAt } }) =>
        Effect.map(
          listed(payoutList, { partnerId }, { filter: { from: createdAt, to: createdAt + 1 } }),
          ({ items }) => items
        )
    }
  ]
})

export const payoutReaderChecks = {
  ...payouts.alike,
  "partnerOf finds the partner of a payout": payouts.whose((id) =>
    PayoutReader.use((reader) => reader.partnerOf(id))
  )
} satisfies Checks<StorePorts | Ids>

export const payoutReaderSuite = suiteOf<StorePorts>("payouts", payoutReaderChecks)
