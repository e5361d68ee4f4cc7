import type { IssuedCryptoInvoice } from "@quittance/core"
import type Database from "better-sqlite3"
import { cryptoInvoiceRows, putTransferSql, transferColumns } from "../rows/CryptoInvoiceRow.ts"
import type { AggregateTable } from "./aggregateTable.ts"
import { preparePersonalTable } from "./personalTable.ts"

/** Crypto invoices by compare-and-set, each with its transfers. */
export const prepareCryptoInvoices = (database: Database.Database): AggregateTable<IssuedCryptoInvoice> => {
  const table = preparePersonalTable(database, cryptoInvoiceRows)
  const putTransfer = database.prepare(putTransferSql)
  const forgetTransfers = database.prepare(
    "DELETE FROM crypto_transfers WHERE partner_id = ? AND invoice_id = ? AND position >= ?"
  )
  return {
    ...table,
    write: (invoice, expectedVersion) => {
      table.write(invoice, expectedVersion)
      const { order, transfers } = invoice
      transfers.forEach((transfer, position) => {
        putTransfer.run(...transferColumns(order, transfer, position))
      })
      if (expectedVersion > 0) forgetTransfers.run(order.partnerId, order.id, transfers.length)
    }
  }
}
