import type { Batch, BatchTally } from "@quittance/core"
import type { AggregateRows } from "./AggregateRows.ts"
import { integer, money, type Row, text } from "./columns.ts"

/** A batch as a row of `batches`. */
export const batchOf = (row: Row): Batch => ({
  id: text(row, "id"),
  partnerId: text(row, "partner_id"),
  total: integer(row, "total"),
  created: integer(row, "created"),
  failed: integer(row, "failed"),
  createdAt: integer(row, "created_at")
})

/** What became of its invoices, as a row of `batch_tallies`. */
export const batchTallyOf = (row: Row): BatchTally => ({
  paidCount: integer(row, "paid"),
  paidMinor: money(row, "paid_minor"),
  mailsUnsent: integer(row, "mails_unsent")
})

const insertBatchSql = `INSERT INTO batches (partner_id, id, version, total, created, failed, created_at)
  VALUES (?, ?, ?, ?, ?, ?, ?)`

const batchColumns = (batch: Batch, version: number): ReadonlyArray<unknown> => [
  batch.partnerId,
  batch.id,
  version,
  batch.total,
  batch.created,
  batch.failed,
  batch.createdAt
]

export const batchRows: AggregateRows<Batch> = {
  table: "batches",
  insertSql: insertBatchSql,
  columns: batchColumns,
  change: undefined
}
