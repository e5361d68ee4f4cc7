import type { FeeTermsView, TermsView } from "./TermsView.ts"

type FeeView = typeof FeeTermsView.Type

/** How the parts of terms are told. */
interface TermsWords {
  readonly amount: (usdt: number) => string
  readonly feePayer: (payer: TermsView["feePayer"]) => string
  readonly network: (name: string) => string
}

/** As who writes the terms types them. */
const asTyped: TermsWords = {
  amount: (usdt) => `${usdt} USDT`,
  feePayer: (payer) => payer,
  network: (name) => name
}

const feeWords = ({ fixed, max, min, percent }: FeeView, { amount }: TermsWords): string => {
  const charged = [percent === 0 ? "" : `${percent} %`, fixed === 0 ? "" : amount(fixed)]
  return [
    charged.filter((each) => each !== "").join(" and ") || "none",
    min === 0 ? "" : `at least ${amount(min)}`,
    max === null ? "" : `at most ${amount(max)}`
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
export const termsRows = (terms: TermsView, words = asTyped): ReadonlyArray<TermsRow> => {
  const row = (term: string, said: string, isOwn: TermsRow["isOwn"] = false): TermsRow => ({
    term,
    said,
    isOwn
  })
  const { feePayer, invoiceFee, invoiceFees, own, payee, payoutFees, timeZone } = terms
  return [
    row("Payee", payee ?? "not shown to customers", null),
    row("Time zone", timeZone, own.timeZone !== undefined),
    row("Fee payer", words.feePayer(feePayer), own.feePayer !== undefined),
    row("Invoice fee", feeWords(invoiceFee, words), own.invoiceFee !== undefined),
    ...Object.entries(invoiceFees).map(([network, fee]) =>
      row(`Invoice fee, ${words.network(network)}`, feeWords(fee, words))
    ),
    ...Object.entries(payoutFees).map(([network, fee]) =>
      row(
        `Payout fee, ${words.network(network)}`,
        feeWords(fee, words),
        own.payoutFees?.[network] !== undefined
      )
    )
  ]
}
