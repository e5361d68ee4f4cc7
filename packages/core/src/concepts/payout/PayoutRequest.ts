import { Schema } from "effect"
import { exampleTexts } from "../../kernel/concept/wire.ts"
import { requestForm } from "../../kernel/idempotency/Idempotency.ts"
import { amountField, decoderOf, printableAscii, textUpTo } from "../../kernel/input/Input.ts"
import { minorText } from "../../kernel/money/Money.ts"
import { payoutTexts } from "./Payout.ts"
import { payoutClaims } from "./payoutNames.ts"

/** A payout request, as a client sends it. The bounds of the amount depend on the network. */
export const PayoutRequest = Schema.Struct({
  amount: amountField({
    description:
      "What the address receives, in USDT, at most 6 decimals, within minPayout and maxPayout of the network. The balance is debited by the fee as well.",
    examples: [25]
  }),
  address: textUpTo(256).annotate({
    description: "An address on the network that is none of this server.",
    examples: [exampleTexts.address]
  }),
  network: textUpTo(64).annotate({
    description: "A name of the list of networks.",
    examples: [exampleTexts.network]
  }),
  ...payoutTexts.request
})
export interface PayoutRequest extends Schema.Schema.Type<typeof PayoutRequest> {}

/** What a repeated payout request is compared by. */
export const payoutForm = requestForm<PayoutRequest>(payoutClaims.create, {
  amount: ({ amount }) => ({ amount: minorText(amount, "USDT") })
})

export const decodePayoutRequest = decoderOf(PayoutRequest)
export const decodeIdempotencyKey = decoderOf(Schema.Struct({ "X-Idempotency-Key": printableAscii(255) }))
