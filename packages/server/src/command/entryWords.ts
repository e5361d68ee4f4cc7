import type { EntryFault, ReceiptFault } from "@quittance/core/adapter"
import { amountText, fiatCurrencies, minorText } from "@quittance/core/adapter"

/** Why money waits for a person. */
export const entryFaultWords = {
  unknown_reference: "it names no invoice",
  ambiguous: "it names several invoices",
  wrong_amount: "not the invoice's amount",
  wrong_currency: "not the invoice's currency",
  wrong_account: "not the account that the invoice named",
  too_late: "the invoice had expired long before",
  already_paid: "the invoice was already paid",
  cancelled: "the invoice was cancelled",
  possible_duplicate: "it may be recorded already, from another kind of file",
  reversed: "the bank took it back"
} as const satisfies { readonly [F in EntryFault]: string }

/** The same of a bank payment. */
export const receiptFaultWords = {
  wrongAmount: entryFaultWords.wrong_amount,
  cancelled: entryFaultWords.cancelled,
  alreadyPaid: entryFaultWords.already_paid,
  tooLate: entryFaultWords.too_late
} as const satisfies { readonly [F in ReceiptFault]: string }

/** An amount as views have it, for people. */
export const viewedAmount = (amount: number, code: string): string => {
  const currency = fiatCurrencies.find((each) => each === code)
  const minor = currency && minorText(amount, currency)
  return currency === undefined || minor === undefined
    ? `${amount} ${code}`
    : amountText(BigInt(minor), currency)
}
