import { type AggregateWrite, type IssuedInvoice, invoice } from "@quittance/core/adapter"
import type Database from "better-sqlite3"
import type { AggregateTable } from "./conceptTable.ts"
import { prepareConceptTable } from "./conceptTable.ts"

/** Fiat invoices by compare-and-set, with one check for many: a file creates a thousand. */
export interface InvoiceTable extends AggregateTable<IssuedInvoice> {
  /** Whether the invoices in these writes are certainly new. */
  readonly areNew: (writes: ReadonlyArray<AggregateWrite>) => boolean
}

export const prepareInvoices = (database: Database.Database): InvoiceTable => {
  const anyBetween = database
    .prepare("SELECT 1 FROM invoices WHERE partner_id = ? AND id BETWEEN ? AND ? LIMIT 1")
    .pluck()
  return {
    ...prepareConceptTable(database, invoice),

    // Ids ascend with time: if no row lies between the smallest and the largest of a file, none of its ids is
    // taken.
    areNew: (writes) => {
      const ofInvoices = writes.filter((write) => write._tag === "Invoice")
      const ids = ofInvoices.map(({ state }) => state.order.id).sort()
      return (
        ofInvoices.every(({ expectedVersion }) => expectedVersion === 0) &&
        anyBetween.get(ofInvoices[0]?.state.order.partnerId, ids[0], ids.at(-1)) === undefined
      )
    }
  }
}
