import type { BatchRulesBroken } from "@quittance/core"
import {
  amountText,
  fiatCurrencies,
  type ImportedBatch,
  type IssuedInvoice,
  paymentUrlOf
} from "@quittance/core/adapter"
import { Option } from "effect"
import { factLines, tableLines } from "./print.ts"

/** What was imported, from where, and how many e-mails are queued. */
export interface BatchReport {
  /** Of the file. */
  readonly name: string
  readonly partner: string
  readonly imported: ImportedBatch
  readonly mails: number | undefined
  readonly publicUrl: string
}

/** The import for people: the invoices, the refused rows, and the totals at the end. */
export const batchReport = ({
  imported,
  mails,
  name,
  partner,
  publicUrl
}: BatchReport): ReadonlyArray<string> => {
  const { batch, errors, invoices } = imported
  return [
    ...tableLines(
      ["INVOICE", "AMOUNT", "EXTERNAL ID", "PAYMENT URL"],
      invoices.map(({ order }) => [
        order.id,
        amountText(order.amountMinor, order.currency),
        Option.getOrElse(order.externalId, () => ""),
        paymentUrlOf(publicUrl, order.token)
      ])
    ),
    ...(errors.length === 0 ? [] : ["", "Refused rows (the first row after the header is row 1):", ""]),
    ...(errors.length === 0
      ? []
      : tableLines(
          ["ROW", "EXTERNAL ID", "WHAT IS WRONG"],
          errors.map(({ error, externalId, row }) => [String(row), externalId ?? "", error])
        )),
    "",
    `Imported ${name} for ${partner}.`,
    "",
    ...factLines([
      ["Batch", batch.id],
      ["Rows", String(batch.total)],
      ["Created", `${batch.created} (${sums(invoices)})`],
      ["Refused", String(batch.failed)],
      ["E-mails", mails === undefined ? "" : mailsQueued(mails)]
    ])
  ]
}

const mailsQueued = (count: number): string =>
  count === 0 ? "none: no created row has an address" : `${count} queued; a running server sends them`

const sums = (invoices: ReadonlyArray<IssuedInvoice>): string =>
  fiatCurrencies
    .flatMap((currency) => {
      const some = invoices.filter(({ order }) => order.currency === currency)
      const sum = some.reduce((total, { order }) => total + order.amountMinor, 0n)
      return some.length === 0 ? [] : [amountText(sum, currency)]
    })
    .join(", ")

/** A row of a file from which nothing was created. */
export interface RefusedRow {
  readonly row: number
  readonly error: string
}

/** The errors of each row, if every row is invalid. */
export const refusedRows = ({ issues }: BatchRulesBroken): ReadonlyArray<RefusedRow> => {
  const errors = new Map<number, Array<string>>()
  for (const { field, message, row } of issues) {
    if (row === null) continue
    const error = `${field === "" ? "the row" : field} ${message}`
    errors.set(row, [...(errors.get(row) ?? []), error])
  }
  return [...errors].map(([row, all]) => ({ row, error: all.join("; ") }))
}

export const refusedReport = (name: string, rows: ReadonlyArray<RefusedRow>): ReadonlyArray<string> => [
  ...tableLines(
    ["ROW", "WHAT IS WRONG"],
    rows.map(({ error, row }) => [String(row), error])
  ),
  "",
  `Nothing of ${name} was imported: every row is invalid (the first row after the header is row 1).`
]
