import { Option, Schema } from "effect"
import {
  amount as amountShown,
  CreatedAt,
  count,
  exampleTexts,
  prefixedIdField
} from "../../kernel/concept/wire.ts"
import { component } from "../../kernel/description/component.ts"
import { amountView, instantView } from "../../kernel/money/Money.ts"
import type { IssuedInvoice } from "../invoice/Invoice.ts"
import { InvoiceView, paymentUrlOf } from "../invoice/InvoiceView.ts"
import { type Batch, type BatchTally, batchStatus } from "./Batch.ts"
import { batchPrefix } from "./batchNames.ts"

/** A refused row. */
const BatchRowError = Schema.Struct({
  row: count("The data row, counted from 1.", 2, 1),
  externalId: Schema.NullOr(Schema.String).annotate({
    description: "Your own identifier, if the row has one.",
    examples: ["order-1043"]
  }),
  error: Schema.String.annotate({
    description: "What is wrong with it and what would be right.",
    examples: ["amount must be a number, such as 1250.5"]
  })
}).annotate(component("InvoiceBatchRowError", "A row of the file that became no invoice."))
export interface BatchRowError extends Schema.Schema.Type<typeof BatchRowError> {}

/** The result of an import. */
export interface ImportedBatch {
  readonly batch: Batch
  readonly invoices: ReadonlyArray<IssuedInvoice>
  readonly errors: ReadonlyArray<BatchRowError>
}

const { amount, currency, externalId, id, paymentUrl, reference, status } = InvoiceView.fields

/** The counts of a batch. */
const counts = {
  total: count("Data rows in the file.", 2),
  created: count("Rows that became invoices.", 2),
  failed: count("Rows that did not.", 0)
}

/** The same as the API shows it. */
export const BatchCreatedView = Schema.Struct({
  batchId: prefixedIdField(batchPrefix, "The id of the batch."),
  ...counts,
  invoices: Schema.Array(
    Schema.Struct({
      id,
      amount,
      currency,
      externalId: externalId.annotate({ examples: [exampleTexts.externalId] }),
      paymentUrl,
      status,
      reference
    }).annotate(component("InvoiceBatchRow", "An invoice of a batch, in the answer to its import."))
  ),
  errors: Schema.Array(BatchRowError)
}).annotate(component("InvoiceBatchCreated", "What an import made of its file."))
export interface BatchCreatedView extends Schema.Schema.Type<typeof BatchCreatedView> {}

export const batchCreatedView = (imported: ImportedBatch, publicUrl: string): BatchCreatedView => {
  const { id, created, failed, total } = imported.batch
  const invoices = imported.invoices.map(({ _tag, order }) => ({
    id: order.id,
    amount: amountView(order.amountMinor, order.currency),
    currency: order.currency,
    externalId: Option.getOrNull(order.externalId),
    paymentUrl: paymentUrlOf(publicUrl, order.token),
    status: _tag,
    reference: Option.getOrNull(order.creditorReference)
  }))
  return { batchId: id, total, created, failed, invoices, errors: imported.errors }
}

/** A batch as the API shows it later. */
export const BatchView = Schema.Struct({
  batchId: prefixedIdField(batchPrefix, "The id of the batch."),
  status: Schema.Literals(["processing", "completed"]).annotate({
    ...component("InvoiceBatchStatus", "`processing` until its e-mails are sent."),
    examples: ["completed"]
  }),
  ...counts,
  paidCount: count("Invoices that were paid so far.", 1),
  totalVolume: amountShown(
    "What was paid so far; a nominal sum if the batch has several currencies.",
    1250.5
  ),
  createdAt: CreatedAt
}).annotate(component("InvoiceBatch", "A batch: what became of its rows and of their invoices."))
export interface BatchView extends Schema.Schema.Type<typeof BatchView> {}

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
