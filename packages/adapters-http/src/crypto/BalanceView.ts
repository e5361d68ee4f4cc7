import {
  amountView,
  type Balance,
  type FeeTerms,
  feePayerFor,
  invoiceFeeFor,
  type PartnerTerms,
  payoutFeeFor,
  type SettingsShape
} from "@quittance/core"
import { Option, Schema } from "effect"

const FeeTermsView = Schema.Struct({
  percent: Schema.Finite,
  fixed: Schema.Finite,
  min: Schema.Finite,
  max: Schema.NullOr(Schema.Finite)
})

/** A partner's balance as the API shows it: available = received − paidOut + adjustments. */
export const BalanceView = Schema.Struct({
  available: Schema.Finite,
  received: Schema.Finite,
  paidOut: Schema.Finite,
  adjustments: Schema.Finite,
  pending: Schema.Finite.annotate({ description: "The part of paidOut whose payouts are still PENDING." }),
  currency: Schema.String,
  terms: Schema.Struct({
    feePayer: Schema.Literals(["merchant", "payer"]),
    invoiceFee: FeeTermsView,
    payoutFees: Schema.Record(Schema.String, FeeTermsView)
  })
})

const currency = "USDT"

const feeTermsView = (terms: FeeTerms): typeof FeeTermsView.Type => ({
  percent: terms.basisPoints / 100,
  fixed: amountView(terms.fixedMinor, currency),
  min: amountView(terms.minMinor, currency),
  max: Option.match(terms.maxMinor, { onNone: () => null, onSome: (max) => amountView(max, currency) })
})

export const balanceView = (
  balance: Balance,
  settings: SettingsShape,
  terms: PartnerTerms
): typeof BalanceView.Type => ({
  available: amountView(balance.availableMinor, currency),
  received: amountView(balance.receivedMinor, currency),
  paidOut: amountView(balance.paidOutMinor, currency),
  adjustments: amountView(balance.adjustmentsMinor, currency),
  pending: amountView(balance.pendingMinor, currency),
  currency,
  terms: {
    feePayer: feePayerFor(settings, terms),
    invoiceFee: feeTermsView(invoiceFeeFor(settings, terms)),
    payoutFees: Object.fromEntries(
      settings.networks.map((network) => [network.name, feeTermsView(payoutFeeFor(network, terms))])
    )
  }
})
