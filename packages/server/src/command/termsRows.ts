import type { FeeTermsView, TermsView } from "@quittance/core/adapter"

type FeeView = typeof FeeTermsView.Type

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

/** The terms of a partner, for people. */
export const termsRows = (terms: TermsView): ReadonlyArray<readonly [string, string]> => {
  const mark = (isOwn: boolean): string => (isOwn ? "   (its own)" : "")
  const { feePayer, invoiceFee, invoiceFees, own, payee, payoutFees, timeZone } = terms
  return [
    ["Payee", payee ?? "not shown to customers"],
    ["Time zone", `${timeZone}${mark(own.timeZone !== undefined)}`],
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
