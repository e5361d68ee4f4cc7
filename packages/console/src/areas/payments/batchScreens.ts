import type { BatchView, InvoiceView } from "@quittance/core"
import type { BatchInvoiceFilter } from "@quittance/core/adapter"
import { Effect } from "effect"
import { count, id, instant, status } from "../../look/Cell.ts"
import { type Column, itemFacts } from "../../look/parts.ts"
import { listScreen } from "../../screen/listScreen.ts"
import { screensOf } from "../../screen/Screen.ts"
import type { Words } from "../../words/Words.ts"
import { invoiceChoices, invoiceColumns } from "./fiatInvoices.ts"
import { importBatch } from "./importBatch.ts"

const columnsOf = (said: Words["payments"]): ReadonlyArray<Column<BatchView>> => [
  { title: said.batch, cell: (each) => id(each.batchId) },
  { title: said.status, cell: (each) => status(each.status) },
  { title: said.rows, cell: (each) => count(each.total) },
  { title: said.invoices, cell: (each) => count(each.created) },
  { title: said.refusedRows, cell: (each) => count(each.failed) },
  { title: said.paidInvoices, cell: (each) => count(each.paidCount) },
  { title: said.created, cell: (each) => instant(each.createdAt) }
]

/** Files of fiat invoices, and the invoices of each. */
export const batchScreens = screensOf("payments", (said) => [
  importBatch(said),
  listScreen<BatchView>({
    ...{ path: "/batches", operation: "batches.list", hasDays: true, ...said.lists.batches },
    columns: columnsOf(said),
    read: ({ operations, partner }, range, part) => operations.batches.list(partner.id, range, part),
    link: (each, { base }) => `${base}/batches/${each.batchId}`,
    acts: [{ to: "/batches/new", verb: said.making.batch.title, operation: "batches.import" }]
  }),
  listScreen<InvoiceView>({
    ...{ path: "/batches/{id}", operation: "batches.invoices", ...said.lists.batch },
    ...{ columns: invoiceColumns(said), choices: invoiceChoices(said) },
    read: ({ id, operations, partner }, chosen, part) =>
      // Their total counts invoices of other files, too.
      Effect.map(
        operations.batches.invoices(partner.id, id, chosen as BatchInvoiceFilter, part),
        (found) => ({ ...found, total: null })
      ),
    above: ({ id, operations, partner }) =>
      Effect.map(operations.batches.get(partner.id, id), (batch) => itemFacts(columnsOf(said), batch)),
    link: (each, { base }) => `${base}/invoices/${each.id}`
  })
])
