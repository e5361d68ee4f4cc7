import { Schema } from "effect"
import { requestForm } from "../../kernel/idempotency/RequestForm.ts"
import { amountField, decoderOf, printableAscii, textUpTo } from "../../kernel/input/Input.ts"
import { minorText } from "../../kernel/money/Money.ts"
import { payoutTexts } from "./Payout.ts"
import { payoutClaims } from "./payoutNames.ts"

/** A payout request, as a client sends it. The bounds of the amount depend on the network. */
export const PayoutRequest = Schema.Struct({
  amount: amountField,
  address: textUpTo(256),
  network: textUpTo(64),
  ...payoutTexts.request
})
export type PayoutRequest = typeof PayoutRequest.Type

/** What a repeated payout request is compared by. */
export const payoutForm = requestForm<PayoutRequest>(payoutClaims.create, {
  amount: ({ amount }) => ({ amount: minorText(amount, "USDT") })
})

export const decodePayoutRequest = decoderOf(PayoutRequest)
export const decodeIdempotencyKey = decoderOf(Schema.Struct({ "X-Idempotency-Key": printableAscii(255) }))
