import { invoice, InvoiceReader, type IssuedInvoice, type Versioned } from "@quittance/core"
import type Database from "better-sqlite3"
import { Option } from "effect"
import type { Reads } from "../Reads.ts"
import { integer, type Row } from "../rows/columns.ts"
import { conceptReader } from "../rows/conceptReader.ts"
import { preparePartnerOfId } from "./partnerOfId.ts"

export const sqliteInvoiceReader = (database: Database.Database, reads: Reads): InvoiceReader["Service"] => {
  const byId = database.prepare("SELECT * FROM invoices WHERE partner_id = ? AND id = ?").safeIntegers()
  const byToken = database
    .prepare("SELECT * FROM invoices INDEXED BY invoices_by_token WHERE token = ?")
    .safeIntegers()
  const due = database
    .prepare(
      `SELECT invoices.* FROM (SELECT expires_at, id FROM invoices INDEXED BY invoices_expiring
          WHERE partner_id = @partnerId AND state = 'pending' AND expires_at <= @now
          ORDER BY expires_at, id LIMIT @limit) AS due
         JOIN invoices ON invoices.partner_id = @partnerId AND invoices.id = due.id
        ORDER BY due.expires_at, due.id`
    )
    .safeIntegers()
  const unredacted = database
    .prepare(
      `SELECT id FROM invoices INDEXED BY invoices_unredacted
        WHERE partner_id = ? AND redacted_at IS NULL AND state IN ('paid', 'expired', 'cancelled') AND updated_at < ?
        ORDER BY updated_at, id LIMIT ?`
    )
    .pluck()
  const decoded = conceptReader(database, invoice)
  const versionedOf = (row: Row): Versioned<IssuedInvoice> => ({
    state: decoded(row),
    version: integer(row, "version")
  })

  const find = (statement: Database.Statement, ...key: ReadonlyArray<string>) =>
    reads.read(() =>
      Option.map(Option.fromUndefinedOr(statement.get(...key) as Row | undefined), versionedOf)
    )

  return InvoiceReader.of({
    byId: (partnerId, id) => find(byId, partnerId, id),
    byToken: (token) => find(byToken, token),
    due: (partnerId, now, limit) =>
      reads.read(() => (due.all({ partnerId, now, limit }) as ReadonlyArray<Row>).map(versionedOf)),
    unredacted: (partnerId, endedBefore, limit) =>
      reads.read(() => unredacted.all(partnerId, endedBefore, limit) as ReadonlyArray<string>),
    partnerOf: preparePartnerOfId(database, reads, "invoices")
  })
}
