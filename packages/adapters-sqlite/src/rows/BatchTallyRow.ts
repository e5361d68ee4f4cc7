import type { BatchTally } from "@quittance/core"
import { integer, money, type Row } from "./columns.ts"

/** The state of a batch's invoices, as a row of `batch_tallies`. */
export const batchTallyOf = (row: Row): BatchTally => ({
  paidCount: integer(row, "paid"),
  paidMinor: money(row, "paid_minor"),
  mailsUnsent: integer(row, "mails_unsent")
})
