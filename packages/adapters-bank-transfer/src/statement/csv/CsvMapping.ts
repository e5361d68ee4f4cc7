import { Schema } from "effect"

/**
 * How a bank writes statements as CSV. Every column is named by its header. An amount is in one column with a sign, or
 * in one for credits and one for debits.
 */
export const CsvMapping = Schema.Struct({
  separator: Schema.Literals([",", ";", "\t", "|"]),
  /** The mark before the decimals. */
  decimalMark: Schema.Literals([".", ","]),
  /** The mark between thousands, where the bank writes one. */
  thousandsMark: Schema.optionalKey(Schema.Literals([".", ",", " ", "'"])),
  dateFormat: Schema.Literals(["YYYY-MM-DD", "DD.MM.YYYY", "DD/MM/YYYY", "MM/DD/YYYY", "YYYYMMDD"]),
  encoding: Schema.optionalKey(Schema.Literals(["windows-1251", "windows-1252"])),
  columns: Schema.Struct({
    bookedOn: Schema.String,
    amount: Schema.optionalKey(Schema.String),
    credit: Schema.optionalKey(Schema.String),
    debit: Schema.optionalKey(Schema.String),
    texts: Schema.Array(Schema.String),
    valueOn: Schema.optionalKey(Schema.String),
    currency: Schema.optionalKey(Schema.String),
    account: Schema.optionalKey(Schema.String),
    payer: Schema.optionalKey(Schema.String),
    payerAccount: Schema.optionalKey(Schema.String),
    payerBank: Schema.optionalKey(Schema.String),
    reference: Schema.optionalKey(Schema.String),
    bankReference: Schema.optionalKey(Schema.String),
    status: Schema.optionalKey(Schema.String)
  }),
  /** What the column `status` says of entries that are booked; of all others it says something else. */
  bookedStatus: Schema.optionalKey(Schema.String)
}).check(
  Schema.makeFilter(({ bookedStatus, columns, decimalMark, thousandsMark }) => {
    const isSigned = columns.amount !== undefined
    const isParted = columns.credit !== undefined
    if (isSigned === isParted)
      return {
        path: ["columns"],
        issue: "invalid_value:must have either amount, or credit and perhaps debit"
      }
    if (isSigned && columns.debit !== undefined)
      return { path: ["columns", "debit"], issue: "invalid_value:must be left out where there is an amount" }
    if (decimalMark === thousandsMark)
      return { path: ["thousandsMark"], issue: "invalid_value:must be another mark than decimalMark" }
    return (columns.status === undefined) === (bookedStatus === undefined)
      ? undefined
      : { path: ["bookedStatus"], issue: "invalid_value:must be there if columns.status is, and only then" }
  })
)
export type CsvMapping = typeof CsvMapping.Type
