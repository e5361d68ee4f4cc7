import type { PartnerTerms, SettingsShape } from "@quittance/core"
import {
  feePayerFor,
  feeView,
  feeViews,
  invoiceFeeFor,
  networkInvoiceFeesFor,
  payoutFeeFor
} from "@quittance/core/adapter"

type FeeView = ReturnType<typeof feeView>

/** The fees of a partner, in the notation of the configuration file, and which of them are its own terms. */
export const termsView = (settings: SettingsShape, terms: PartnerTerms) => ({
  payee: terms.payee ?? null,
  feePayer: feePayerFor(settings, terms),
  invoiceFee: feeView(invoiceFeeFor(settings, terms)),
  invoiceFees: feeViews(networkInvoiceFeesFor(settings.networks, terms)),
  payoutFees: feeViews(
    Object.fromEntries(settings.networks.map((network) => [network.name, payoutFeeFor(network, terms)]))
  ),
  own: {
    ...(terms.feePayer === undefined ? {} : { feePayer: terms.feePayer }),
    ...(terms.invoiceFee === undefined ? {} : { invoiceFee: feeView(terms.invoiceFee) }),
    ...(terms.payoutFees === undefined ? {} : { payoutFees: feeViews(terms.payoutFees) })
  }
})

type TermsView = ReturnType<typeof termsView>

const feeWords = ({ fixed, max, min, percent }: FeeView): string => {
  const charged = [percent === 0 ? "" : `${percent} %`, fixed === 0 ? "" : `${fixed} USDT`]
  return [
    charged.filter((each) => each !== "").join(" and ") || "none",
    min === 0 ? "" : `at least ${min} USDT`,
    max === null ? "" : `at most ${max} USDT`
  ]
    .filter((each) => each !== "")
    .join(", ")
}

/** The same for people. */
export const termsRows = (terms: TermsView): ReadonlyArray<readonly [string, string]> => {
  const mark = (isOwn: boolean): string => (isOwn ? "   (its own)" : "")
  const { feePayer, invoiceFee, invoiceFees, own, payee, payoutFees } = terms
  return [
    ["Payee", payee ?? "not shown to customers"],
    ["Fee payer", `${feePayer}${mark(own.feePayer !== undefined)}`],
    ["Invoice fee", `${feeWords(invoiceFee)}${mark(own.invoiceFee !== undefined)}`],
    ...Object.entries(invoiceFees).map(
      ([network, fee]) => [`Invoice fee, ${network}`, feeWords(fee)] as const
    ),
    ...Object.entries(payoutFees).map(
      ([network, fee]) =>
        [
          `Payout fee, ${network}`,
          `${feeWords(fee)}${mark(own.payoutFees?.[network] !== undefined)}`
        ] as const
    )
  ]
}
