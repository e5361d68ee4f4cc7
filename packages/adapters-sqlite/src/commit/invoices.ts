import { type AggregateWrite, invoice, type IssuedInvoice } from "@quittance/core"
import type Database from "better-sqlite3"
import type { AggregateTable } from "./aggregateTable.ts"
import { prepareConceptTable } from "./conceptTable.ts"

/** Fiat invoices by compare-and-set, with one check for many: a file creates a thousand. */
export interface InvoiceTable extends AggregateTable<IssuedInvoice> {
  /** Whether the invoices in these writes are certainly new and all of one partner. */
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
      const orders = writes.flatMap((write) => (write._tag === "Invoice" ? [write.state.order] : []))
      if (orders.length === 0) return true
      const ids = orders.map(({ id }) => id).sort()
      const partnerId = orders[0]?.partnerId
      return (
        orders.every((order) => order.partnerId === partnerId) &&
        writes.every((write) => write._tag !== "Invoice" || write.expectedVersion === 0) &&
        anyBetween.get(partnerId, ids[0], ids.at(-1)) === undefined
      )
    }
  }
}
