import { Option } from "effect"
import type { IssuedInvoice } from "../invoice/Invoice.ts"
import { type InvoiceView, paymentUrlOf } from "../invoice/InvoiceView.ts"
import { amountView, instantView } from "../money/View.ts"
import { type Batch, batchStatus, type BatchTally } from "./Batch.ts"

/** A row that became no invoice. */
export interface BatchRowError {
  /** Data rows from 1. */
  readonly row: number
  readonly externalId: string | null
  /** What is wrong with it and what would be right. */
  readonly error: string
}

/** What the import of a file led to. */
export interface ImportedBatch {
  readonly batch: Batch
  readonly invoices: ReadonlyArray<IssuedInvoice>
  readonly errors: ReadonlyArray<BatchRowError>
}

/** The same as the API shows it. */
export interface BatchCreatedView {
  readonly batchId: string
  readonly total: number
  readonly created: number
  readonly failed: number
  readonly invoices: ReadonlyArray<
    Pick<InvoiceView, "id" | "amount" | "currency" | "externalId" | "paymentUrl" | "status">
  >
  readonly errors: ReadonlyArray<BatchRowError>
}

export const batchCreatedView = (imported: ImportedBatch, publicUrl: string): BatchCreatedView => {
  const { id, created, failed, total } = imported.batch
  const invoices = imported.invoices.map(({ _tag, order }) => ({
    id: order.id,
    amount: amountView(order.amountMinor, order.currency),
    currency: order.currency,
    externalId: Option.getOrNull(order.externalId),
    paymentUrl: paymentUrlOf(publicUrl, order.token),
    status: _tag
  }))
  return { batchId: id, total, created, failed, invoices, errors: imported.errors }
}

/** A batch as the API shows it later. */
export interface BatchView {
  readonly batchId: string
  readonly status: "processing" | "completed"
  readonly total: number
  readonly created: number
  readonly failed: number
  readonly paidCount: number
  /** What was paid so far; a nominal sum where the batch has several currencies. */
  readonly totalVolume: number
  readonly createdAt: string
}

export const batchView = (batch: Batch, tally: BatchTally): BatchView => ({
  batchId: batch.id,
  status: batchStatus(tally),
  total: batch.total,
  created: batch.created,
  failed: batch.failed,
  paidCount: tally.paidCount,
  totalVolume: amountView(tally.paidMinor, "USD"),
  createdAt: instantView(batch.createdAt)
})
