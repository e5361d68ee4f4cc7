import { Schema } from "effect"
import { amount } from "../../kernel/concept/wire.ts"
import { component } from "../../kernel/description/component.ts"
import { FeePayer } from "../../kernel/money/Fee.ts"
import type { Network } from "../network/Network.ts"
import type { PartnerTerms } from "../partner/Partner.ts"
import { feePayerFor, invoiceFeeFor, networkInvoiceFeesFor, payoutFeeFor } from "../partner/Partners.ts"
import { feeView, feeViews } from "../partner/partnerTerms.ts"
import type { SettingsShape } from "../settings/Settings.ts"
import { BalanceView } from "./BalanceView.ts"

const FeeTermsRecord = Schema.Struct({
  percent: Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 100 })).annotate({
    description: "The part of the amount, in percent, with at most 2 decimals.",
    examples: [1]
  }),
  fixed: amount("What is added to it, in USDT.", 0),
  min: amount("The least that is charged, in USDT.", 0),
  max: Schema.NullOr(amount("The most that is charged, in USDT.")).annotate({
    description: "The most that is charged, in USDT; null if there is no such limit."
  })
}).annotate(
  component(
    "FeeTerms",
    "How a fee is computed: `percent` of the amount plus `fixed`, not below `min` and not above `max`."
  )
)

/** A partner's balance with the partner's fees. */
export const BalanceRecord = Schema.Struct({
  ...BalanceView.fields,
  terms: Schema.Struct({
    feePayer: FeePayer,
    invoiceFee: FeeTermsRecord,
    invoiceFees: Schema.Record(Schema.String, FeeTermsRecord).annotate({
      description: "Invoice fees of networks with their own fee, instead of `invoiceFee`.",
      examples: [{}]
    }),
    payoutFees: Schema.Record(Schema.String, FeeTermsRecord).annotate({
      description: "The fees of payouts, by the name of their network.",
      examples: [{ tron: { percent: 0, fixed: 2, min: 0, max: null } }]
    })
  }).annotate(component("BalanceTerms", "The fees of the caller."))
}).annotate(component("CryptoBalance", "The balance in USDT, and the terms of the caller."))

/** `offered` are the networks whose fees it lists. */
export const balanceRecord = (
  balance: BalanceView,
  settings: SettingsShape,
  offered: ReadonlyArray<Network>,
  terms: PartnerTerms
): typeof BalanceRecord.Type => ({
  ...balance,
  terms: {
    feePayer: feePayerFor(settings, terms),
    invoiceFee: feeView(invoiceFeeFor(settings, terms)),
    invoiceFees: feeViews(networkInvoiceFeesFor(offered, terms)),
    payoutFees: feeViews(
      Object.fromEntries(offered.map((network) => [network.name, payoutFeeFor(network, terms)]))
    )
  }
})
