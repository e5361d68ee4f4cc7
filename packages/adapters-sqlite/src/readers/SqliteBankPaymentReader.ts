import { bankPayment, BankPaymentReader } from "@quittance/core"
import type Database from "better-sqlite3"
import { Option } from "effect"
import type { Reads } from "../Reads.ts"
import { integer, type Row } from "../rows/columns.ts"
import { preparePartnerOfId } from "./partnerOfId.ts"

export const sqliteBankPaymentReader = (
  database: Database.Database,
  reads: Reads
): BankPaymentReader["Service"] => {
  const byId = database.prepare("SELECT * FROM bank_payments WHERE partner_id = ? AND id = ?").safeIntegers()
  // Each index is named: left to itself SQLite prefers to walk all payments of a partner.
  const ofInvoice = database
    .prepare(
      `SELECT * FROM bank_payments INDEXED BY bank_payments_by_invoice WHERE partner_id = ? AND invoice_id = ?
        ORDER BY created_at, id`
    )
    .safeIntegers()
  const unresolved = database
    .prepare(
      `SELECT * FROM bank_payments INDEXED BY bank_payments_unresolved WHERE state = 'unresolved'
        ORDER BY created_at, id`
    )
    .safeIntegers()

  return BankPaymentReader.of({
    byId: (partnerId, id) =>
      reads.read(() => {
        const row = byId.get(partnerId, id) as Row | undefined
        return row === undefined
          ? Option.none()
          : Option.some({ state: bankPayment.stateOf(row), version: integer(row, "version") })
      }),
    ofInvoice: (partnerId, invoiceId) =>
      reads.read(() =>
        (ofInvoice.all(partnerId, invoiceId) as ReadonlyArray<Row>).map((row) => bankPayment.stateOf(row))
      ),
    unresolved: reads.read(() =>
      (unresolved.all() as ReadonlyArray<Row>).map((row) => bankPayment.stateOf(row))
    ),
    partnerOf: preparePartnerOfId(database, reads, "bank_payments")
  })
}
