import { Schema } from "effect"
import { amountField, decoderOf, optionalField, printableAscii, textUpTo } from "../input/Input.ts"

/** A request to pay out, as a client sends it. Bounds of the amount are the network's. */
export const PayoutRequest = Schema.Struct({
  amount: amountField,
  address: textUpTo(256),
  network: textUpTo(64),
  note: optionalField(textUpTo(500))
})
export type PayoutRequest = typeof PayoutRequest.Type

export const decodePayoutRequest = decoderOf(PayoutRequest)
export const decodeIdempotencyKey = decoderOf(Schema.Struct({ "X-Idempotency-Key": printableAscii(255) }))
