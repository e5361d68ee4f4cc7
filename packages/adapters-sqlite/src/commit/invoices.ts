import type { AggregateWrite, IssuedInvoice } from "@quittance/core"
import type Database from "better-sqlite3"
import { prepareErasableTexts } from "../ErasableTexts.ts"
import {
  changeInvoiceColumns,
  changeInvoiceSql,
  insertInvoiceSql,
  invoiceColumns,
  personalText,
  redactInvoiceSql
} from "../rows/InvoiceRow.ts"
import { type AggregateTable, once, prepareVersionOf } from "./aggregateTable.ts"

/** Fiat invoices by compare-and-set; a redaction destroys the key of what was personal. With a look at many at once: a file brings a thousand. */
export interface InvoiceTable extends AggregateTable<IssuedInvoice> {
  /** Whether the invoices among these writes are certainly new, all of one partner. */
  readonly areNew: (writes: ReadonlyArray<AggregateWrite>) => boolean
}

export const prepareInvoices = (database: Database.Database): InvoiceTable => {
  const anyBetween = database
    .prepare("SELECT 1 FROM invoices WHERE partner_id = ? AND id BETWEEN ? AND ? LIMIT 1")
    .pluck()
  const texts = prepareErasableTexts(database)
  const personalOf = database.prepare("SELECT personal FROM invoices WHERE partner_id = ? AND id = ?").pluck()
  const insert = database.prepare(insertInvoiceSql)
  const change = database.prepare(changeInvoiceSql)
  const redact = database.prepare(redactInvoiceSql)
  return {
    versionOf: prepareVersionOf(database, "invoices"),

    write: (invoice, expectedVersion) => {
      if (expectedVersion === 0) {
        const personal = personalText(invoice)
        once(insert, invoiceColumns(invoice, personal === undefined ? null : texts.seal(personal)))
        return
      }
      const columns = changeInvoiceColumns(invoice, expectedVersion)
      // What is personal is fixed when an invoice is issued, until it is redacted.
      if (invoice.redactedAt === undefined) return once(change, columns)
      const { id, partnerId } = invoice.order
      const before = personalOf.get(partnerId, id) as string | null
      if (before !== null) texts.destroy(before)
      once(redact, columns)
    },

    // Ids ascend with time: where nothing lies between the least and the greatest of a file, none of its ids is taken.
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
