import { Schema } from "effect"
import { component } from "../../kernel/description/component.ts"
import { FeePayer } from "../../kernel/money/Fee.ts"
import type { Network } from "../network/Network.ts"
import type { PartnerTerms } from "../partner/Partner.ts"
import { feePayerFor, invoiceFeeFor, networkInvoiceFeesFor, payoutFeeFor } from "../partner/Partners.ts"
import { feeView, feeViews } from "../partner/partnerTerms.ts"
import { FeeTermsView } from "../partner/TermsView.ts"
import type { SettingsShape } from "../settings/Settings.ts"
import { BalanceView } from "./BalanceView.ts"

/** A partner's balance with the partner's fees. */
export const BalanceRecord = Schema.Struct({
  ...BalanceView.fields,
  terms: Schema.Struct({
    feePayer: FeePayer,
    invoiceFee: FeeTermsView,
    invoiceFees: Schema.Record(Schema.String, FeeTermsView).annotate({
      description: "Invoice fees of networks with their own fee, instead of `invoiceFee`.",
      examples: [{}]
    }),
    payoutFees: Schema.Record(Schema.String, FeeTermsView).annotate({
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
