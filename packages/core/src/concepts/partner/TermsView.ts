import { Schema } from "effect"
import { amount } from "../../kernel/concept/wire.ts"
import { component } from "../../kernel/description/component.ts"
import { FeePayer } from "../../kernel/money/Fee.ts"
import type { SettingsShape } from "../settings/Settings.ts"
import type { PartnerTerms } from "./Partner.ts"
import { feePayerFor, invoiceFeeFor, networkInvoiceFeesFor, payoutFeeFor, timeZoneFor } from "./Partners.ts"
import { feeView, feeViews } from "./partnerTerms.ts"

/** A fee as the API shows it. */
export const FeeTermsView = Schema.Struct({
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

const byNetwork = (description: string) =>
  Schema.Record(Schema.String, FeeTermsView).annotate({
    description,
    examples: [{ tron: { percent: 0, fixed: 2, min: 0, max: null } }]
  })

/** The terms of a partner as operators see them. */
export const TermsView = Schema.Struct({
  payee: Schema.NullOr(Schema.String).annotate({
    description: "The name that customers see on payment pages and in e-mails; null if there is none.",
    examples: ["Corner Shop"]
  }),
  timeZone: Schema.String.annotate({
    description: "The IANA name of the time zone in which its people read instants in the console.",
    examples: ["Europe/Berlin"]
  }),
  feePayer: FeePayer,
  invoiceFee: FeeTermsView,
  invoiceFees: byNetwork("Invoice fees of networks with their own fee, instead of `invoiceFee`."),
  payoutFees: byNetwork("The fees of payouts, by the name of their network."),
  own: Schema.Struct({
    timeZone: Schema.optionalKey(
      Schema.String.annotate({ description: "Its own time zone.", examples: ["Europe/Berlin"] })
    ),
    feePayer: Schema.optionalKey(FeePayer),
    invoiceFee: Schema.optionalKey(FeeTermsView),
    payoutFees: Schema.optionalKey(byNetwork("The payout fees of its own."))
  }).annotate(component("OwnTerms", "Which of the terms are the partner's own."))
}).annotate(component("PartnerTerms", "The terms of a partner, and which of them are its own."))
export interface TermsView extends Schema.Schema.Type<typeof TermsView> {}

/** The fees of a partner, in the notation of the configuration file, and which of them are its own terms. */
export const termsView = (settings: SettingsShape, terms: PartnerTerms): TermsView => ({
  payee: terms.payee ?? null,
  timeZone: timeZoneFor(terms),
  feePayer: feePayerFor(settings, terms),
  invoiceFee: feeView(invoiceFeeFor(settings, terms)),
  invoiceFees: feeViews(networkInvoiceFeesFor(settings.networks, terms)),
  payoutFees: feeViews(
    Object.fromEntries(settings.networks.map((network) => [network.name, payoutFeeFor(network, terms)]))
  ),
  own: {
    ...(terms.timeZone === undefined ? {} : { timeZone: terms.timeZone }),
    ...(terms.feePayer === undefined ? {} : { feePayer: terms.feePayer }),
    ...(terms.invoiceFee === undefined ? {} : { invoiceFee: feeView(terms.invoiceFee) }),
    ...(terms.payoutFees === undefined ? {} : { payoutFees: feeViews(terms.payoutFees) })
  }
})
