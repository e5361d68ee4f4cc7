import { Schema } from "effect"
import { amountField, decoderOf, optionalField, printableAscii, textUpTo } from "../input/Input.ts"

/** A payout request, as a client sends it. The bounds of the amount depend on the network. */
export const PayoutRequest = Schema.Struct({
  amount: amountField,
  address: textUpTo(256),
  network: textUpTo(64),
  note: optionalField(textUpTo(500))
})
export type PayoutRequest = typeof PayoutRequest.Type

export const decodePayoutRequest = decoderOf(PayoutRequest)
export const decodeIdempotencyKey = decoderOf(Schema.Struct({ "X-Idempotency-Key": printableAscii(255) }))
