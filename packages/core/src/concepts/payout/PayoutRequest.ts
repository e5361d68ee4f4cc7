import { Schema } from "effect"
import { exampleTexts } from "../../kernel/concept/wire.ts"
import { requestForm } from "../../kernel/idempotency/Idempotency.ts"
import { amountField, decoderOf, printableAscii, someTextUpTo } from "../../kernel/input/Input.ts"
import { minorText } from "../../kernel/money/Money.ts"
import { boundsOver, networkField } from "../network/describedNetwork.ts"
import type { Network } from "../network/Network.ts"
import { payoutTexts } from "./PayoutRecord.ts"
import { payoutClaims } from "./payoutNames.ts"

/** A payout request on one of these networks. The bounds of the amount are those of the network. */
export const payoutRequestOn = (offered: ReadonlyArray<Network>) =>
  Schema.Struct({
    amount: amountField({
      ...boundsOver(
        offered,
        ({ minPayoutMinor }) => minPayoutMinor,
        ({ maxPayoutMinor }) => maxPayoutMinor
      ),
      description:
        "What the address receives, in USDT, at most 6 decimals, within minPayout and maxPayout of the network. The balance is debited by the fee as well.",
      examples: [25]
    }),
    address: someTextUpTo(256).annotate({
      description: "An address on the network that is none of this server.",
      examples: [exampleTexts.address]
    }),
    network: networkField("PayoutNetwork", "A network on which payouts are sent.", offered),
    ...payoutTexts.request
  })

/** A payout request, as a client sends it. */
export const PayoutRequest = payoutRequestOn([])
export interface PayoutRequest extends Schema.Schema.Type<typeof PayoutRequest> {}

/** What a repeated payout request is compared by. */
export const payoutForm = requestForm<PayoutRequest>(payoutClaims.create, {
  amount: ({ amount }) => ({ amount: minorText(amount, "USDT") })
})

export const decodePayoutRequest = decoderOf(PayoutRequest)
export const decodeIdempotencyKey = decoderOf(Schema.Struct({ "X-Idempotency-Key": printableAscii(255) }))
