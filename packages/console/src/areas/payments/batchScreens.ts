import type { BatchView, InvoiceView } from "@quittance/core"
import type { BatchInvoiceFilter } from "@quittance/core/adapter"
import { Effect } from "effect"
import { address, count, id, instant, status } from "../../look/Cell.ts"
import { type Column, facts } from "../../look/parts.ts"
import { listScreen } from "../../screen/listScreen.ts"
import type { Screen } from "../../screen/Screen.ts"
import type { Words } from "../../words/Words.ts"
import { invoiceChoices, invoiceColumns } from "./invoiceLists.ts"

/** Files of fiat invoices, and the invoices of each. */
export const batchScreens = (words: Words): ReadonlyArray<Screen> => {
  const { payments: said } = words
  const columns: ReadonlyArray<Column<BatchView>> = [
    { title: said.batch, cell: (each) => id(each.batchId) },
    { title: said.status, cell: (each) => status(each.status) },
    { title: said.rows, cell: (each) => count(each.total) },
    { title: said.invoices, cell: (each) => count(each.created) },
    { title: said.refusedRows, cell: (each) => count(each.failed) },
    { title: said.paidInvoices, cell: (each) => count(each.paidCount) },
    { title: said.created, cell: (each) => instant(each.createdAt) }
  ]
  const all = listScreen<BatchView>({
    ...{ scope: "partner", path: "/batches", operation: "batches.list", hasDays: true },
    ...{ title: said.batches, tab: said.batchesTab, columns, empty: said.noBatches },
    read: ({ operations, partner }, range, part) => operations.batches.list(partner.id, range, part),
    link: (each, { base }) => `${base}/batches/${each.batchId}`,
    acts: [{ to: "/batches/new", verb: said.importBatch, operation: "batches.import" }]
  })
  const one = listScreen<InvoiceView>({
    ...{ scope: "partner", path: "/batches/{id}", operation: "batches.invoices" },
    ...{ title: said.batchTitle, columns: invoiceColumns(words), choices: invoiceChoices(words) },
    read: ({ operations, parameters: { id: batch = "" }, partner }, chosen, part) =>
      // Their total counts invoices of other files, too.
      Effect.map(
        operations.batches.invoices(partner.id, batch, chosen as BatchInvoiceFilter, part),
        (found) => ({ ...found, total: null })
      ),
    above: (seen) => {
      const { operations, parameters, partner } = seen
      return Effect.map(operations.batches.get(partner.id, parameters.id ?? ""), (batch) =>
        facts(
          columns.map(({ cell, title }, index) => [
            title,
            index === 0 ? address(batch.batchId) : cell(batch)
          ]),
          seen
        )
      )
    },
    link: (each, { base }) => `${base}/invoices/${each.id}`,
    empty: said.noInvoicesOfBatch
  })
  return [all, one]
}
