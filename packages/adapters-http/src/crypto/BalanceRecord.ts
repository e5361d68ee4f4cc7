import {
  amountView,
  type Balance,
  type BalanceView,
  balanceView,
  type FeeTerms,
  feePayerFor,
  invoiceFeeFor,
  type PartnerTerms,
  payoutFeeFor,
  type SettingsShape
} from "@quittance/core"
import { Option, Schema } from "effect"

const FeeTermsRecord = Schema.Struct({
  percent: Schema.Finite,
  fixed: Schema.Finite,
  min: Schema.Finite,
  max: Schema.NullOr(Schema.Finite)
})

/** The figures of a balance: available = received − paidOut + adjustments. */
export const BalanceFigures = Schema.Struct({
  available: Schema.Finite,
  received: Schema.Finite,
  paidOut: Schema.Finite,
  adjustments: Schema.Finite,
  pending: Schema.Finite.annotate({ description: "The part of paidOut whose payouts are still PENDING." }),
  currency: Schema.Literal("USDT")
}) satisfies Schema.Schema<BalanceView>

/** A partner's balance with what the deployment charges this partner. */
export const BalanceRecord = Schema.Struct({
  ...BalanceFigures.fields,
  terms: Schema.Struct({
    feePayer: Schema.Literals(["merchant", "payer"]),
    invoiceFee: FeeTermsRecord,
    payoutFees: Schema.Record(Schema.String, FeeTermsRecord)
  })
})

const feeTermsRecord = (terms: FeeTerms): typeof FeeTermsRecord.Type => ({
  percent: terms.basisPoints / 100,
  fixed: amountView(terms.fixedMinor, "USDT"),
  min: amountView(terms.minMinor, "USDT"),
  max: Option.match(terms.maxMinor, { onNone: () => null, onSome: (max) => amountView(max, "USDT") })
})

export const balanceRecord = (
  balance: Balance,
  settings: SettingsShape,
  terms: PartnerTerms
): typeof BalanceRecord.Type => ({
  ...balanceView(balance),
  terms: {
    feePayer: feePayerFor(settings, terms),
    invoiceFee: feeTermsRecord(invoiceFeeFor(settings, terms)),
    payoutFees: Object.fromEntries(
      settings.networks.map((network) => [network.name, feeTermsRecord(payoutFeeFor(network, terms))])
    )
  }
})
