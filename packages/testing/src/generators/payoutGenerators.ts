import {
  approvalReasons,
  callsKeptMax,
  type GivenApproval,
  type PayoutApproval,
  type PayoutCall,
  type PayoutOrder,
  payout,
  type RecordedPayout
} from "@quittance/core/adapter"
import * as fc from "fast-check"
import { address, network } from "./addressGenerators.ts"
import { statesOf, valuesOf } from "./fieldGenerators.ts"
import { amountMinor, instant } from "./moneyGenerators.ts"
import { anyText, asciiText, optionOf } from "./textGenerators.ts"

/** Payouts in every state, with every field that the state has over its whole range. */

const user = asciiText(1, 40)

const approval: fc.Arbitrary<PayoutApproval> = fc.record({
  needed: fc.integer({ min: 1, max: 9 }),
  reasons: fc.subarray([...approvalReasons], { minLength: 1 }),
  expiresAt: instant,
  makers: fc.array(user, { maxLength: 2 })
})

const given: fc.Arbitrary<ReadonlyArray<GivenApproval>> = fc.array(fc.record({ by: user, at: instant }), {
  minLength: 1,
  maxLength: 9
})

/** `partnerId` is whatever partner the caller owns; ids are random. */
export const payoutOrder = (partnerId: string): fc.Arbitrary<PayoutOrder> =>
  network.chain(({ addressFormat, currency, name }) =>
    fc.record(
      valuesOf(payout.order, {
        id: fc.uuid({ version: 7 }),
        partnerId: fc.constant(partnerId),
        idempotencyKey: asciiText(1, 255),
        reference: asciiText(1, 36),
        currency: fc.constant(currency),
        network: fc.constant(name),
        address: address(addressFormat),
        amountMinor,
        approval: optionOf(approval)
      })
    )
  )

const call: fc.Arbitrary<PayoutCall> = fc.record({
  kind: fc.constantFrom("submit" as const, "lookup" as const, "abandon" as const),
  at: instant,
  answer: optionOf(anyText(300))
})

/** Every state that a payout with this order can be stored in. */
export const payoutState = (order: PayoutOrder): fc.Arbitrary<RecordedPayout> =>
  statesOf(payout, order, {
    calls: fc.array(call, { maxLength: callsKeptMax }),
    approvalsGiven: optionOf(given)
  })

export const recordedPayout = (partnerId: string): fc.Arbitrary<RecordedPayout> =>
  payoutOrder(partnerId).chain(payoutState)
