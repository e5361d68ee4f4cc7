import type { FeeTermsView, TermsView } from "./TermsView.ts"

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

/** A term in words, and whether it is the partner's own. */
export interface TermsRow {
  readonly term: string
  readonly said: string
  /** Null of what no deployment has. */
  readonly isOwn: boolean | null
}

/** The terms of a partner, for people. */
export const termsRows = (terms: TermsView): ReadonlyArray<TermsRow> => {
  const row = (term: string, said: string, isOwn: TermsRow["isOwn"] = false): TermsRow => ({
    term,
    said,
    isOwn
  })
  const { feePayer, invoiceFee, invoiceFees, own, payee, payoutFees, timeZone } = terms
  return [
    row("Payee", payee ?? "not shown to customers", null),
    row("Time zone", timeZone, own.timeZone !== undefined),
    row("Fee payer", feePayer, own.feePayer !== undefined),
    row("Invoice fee", feeWords(invoiceFee), own.invoiceFee !== undefined),
    ...Object.entries(invoiceFees).map(([network, fee]) => row(`Invoice fee, ${network}`, feeWords(fee))),
    ...Object.entries(payoutFees).map(([network, fee]) =>
      row(`Payout fee, ${network}`, feeWords(fee), own.payoutFees?.[network] !== undefined)
    )
  ]
}
