import type { PayoutOrder, RecordedPayout } from "@quittance/core"
import * as fc from "fast-check"
import { address, network } from "./addressGenerators.ts"
import { amountMinor, feeMinor, instant } from "./moneyGenerators.ts"
import { anyText, asciiText, optionOf } from "./textGenerators.ts"

/** Payouts in every state, with every field that the state has over its whole range. */

/** `partnerId` is whatever partner the caller owns; ids are random. */
export const payoutOrder = (partnerId: string): fc.Arbitrary<PayoutOrder> =>
  network.chain(({ addressFormat, currency, name }) =>
    fc.record({
      id: fc.uuid({ version: 7 }),
      partnerId: fc.constant(partnerId),
      idempotencyKey: asciiText(1, 255),
      reference: asciiText(1, 36),
      currency: fc.constant(currency),
      network: fc.constant(name),
      address: address(addressFormat),
      amountMinor,
      feeMinor,
      note: optionOf(anyText(500)),
      createdAt: instant
    })
  )

/** Every state that a payout with this order can be stored in. */
export const payoutState = (order: PayoutOrder): fc.Arbitrary<RecordedPayout> => {
  const recorded = {
    order: fc.constant(order),
    attempts: fc.nat({ max: 1_000 }),
    processingId: optionOf(anyText(200)),
    error: optionOf(anyText(500)),
    updatedAt: instant
  }
  const pending = fc.record({
    _tag: fc.constantFrom(
      "reserved" as const,
      "submitting" as const,
      "submitted" as const,
      "unknown" as const
    ),
    ...recorded
  })
  const confirmed = fc.record({ _tag: fc.constant("confirmed" as const), ...recorded, completedAt: instant })
  const returned = fc.record({
    _tag: fc.constantFrom("rejected" as const, "not_confirmed" as const),
    ...recorded,
    completedAt: instant,
    settledLateAt: optionOf(instant)
  })
  return fc.oneof(pending, confirmed, returned)
}

export const recordedPayout = (partnerId: string): fc.Arbitrary<RecordedPayout> =>
  payoutOrder(partnerId).chain(payoutState)
