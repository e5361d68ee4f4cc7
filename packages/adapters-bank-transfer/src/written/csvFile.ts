import { decimals, singleEntries, textWithReference, type WrittenStatement } from "./WrittenStatement.ts"

/** The mapping that reads what `csvFile` writes. */
export const csvFileMapping = {
  separator: ";",
  decimalMark: ",",
  dateFormat: "DD.MM.YYYY",
  columns: {
    bookedOn: "Booked",
    amount: "Amount",
    currency: "Currency",
    account: "Account",
    payer: "Payer",
    payerAccount: "Payer account",
    payerBank: "Payer bank",
    texts: ["Text"],
    bankReference: "Reference of the bank",
    status: "Status"
  },
  bookedStatus: "booked"
} as const

/** A statement as CSV. A debit has a minus; the format has no reversals, and they are left out. */
export const csvFile = (statement: WrittenStatement): string => {
  const { bankReference: bankColumn, texts, ...columns } = csvFileMapping.columns
  const header = [...Object.values(columns), ...texts, bankColumn]
  const rows = singleEntries(statement)
    .filter(({ isReversal }) => !isReversal)
    .map(({ bankReference, bookedOn, direction, payment, status }) => [
      bookedOn.split("-").reverse().join("."),
      `${direction === "debit" ? "-" : ""}${decimals(payment.amountMinor, ",")}`,
      statement.currency,
      statement.account,
      payment.payer,
      payment.payerAccount,
      payment.payerBank,
      status,
      textWithReference(payment),
      payment.bankReference ?? bankReference ?? ""
    ])
  const lines = [header, ...rows].map((row) => row.map(quoted).join(csvFileMapping.separator))
  return `${lines.join("\r\n")}\r\n`
}

const quoted = (field: string): string =>
  /[";\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field
