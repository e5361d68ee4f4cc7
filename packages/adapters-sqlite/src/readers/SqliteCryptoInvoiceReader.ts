import { cryptoInvoice, CryptoInvoiceReader } from "@quittance/core"
import type Database from "better-sqlite3"
import { Option } from "effect"
import type { Reads } from "../Reads.ts"
import { integer, type Row } from "../rows/columns.ts"
import { conceptReader } from "../rows/conceptReader.ts"
import { preparePartnerOfId } from "./partnerOfId.ts"

export const sqliteCryptoInvoiceReader = (
  database: Database.Database,
  reads: Reads
): CryptoInvoiceReader["Service"] => {
  // Each index is named: left to itself SQLite prefers to walk all invoices of a partner or a network.
  const find = (where: string) => database.prepare(`SELECT * FROM crypto_invoices ${where}`).safeIntegers()
  const byId = find("WHERE partner_id = ? AND id = ?")
  const byExternalId = find(
    "INDEXED BY crypto_invoices_by_external_id WHERE partner_id = ? AND external_id = ?"
  )
  const byToken = find("INDEXED BY crypto_invoices_by_token WHERE token = ?")
  const addresses = database
    .prepare(
      `SELECT address FROM crypto_invoices INDEXED BY crypto_invoices_by_issue WHERE network = ?
        ORDER BY created_at, id LIMIT ?`
    )
    .pluck()
  const addressesAfter = database
    .prepare(
      `SELECT address FROM crypto_invoices INDEXED BY crypto_invoices_by_issue
        WHERE network = @network AND (created_at, id) > (@createdAt, @id) ORDER BY created_at, id LIMIT @limit`
    )
    .pluck()
  const issueOf = database.prepare(
    `SELECT created_at AS createdAt, id FROM crypto_invoices INDEXED BY crypto_invoices_by_address
      WHERE network = ? AND address = ?`
  )

  const unredacted = database
    .prepare(
      `SELECT id FROM crypto_invoices INDEXED BY crypto_invoices_unredacted
        WHERE partner_id = ? AND redacted_at IS NULL AND state IN ('paid', 'underpaid', 'expired', 'cancelled') AND updated_at < ?
        ORDER BY updated_at, id LIMIT ?`
    )
    .pluck()
  const invoiceOf = conceptReader(database, cryptoInvoice)

  const versionedOf = (row: Row) => ({ state: invoiceOf(row), version: integer(row, "version") })
  const look = (statement: Database.Statement, ...key: ReadonlyArray<string>) =>
    reads.readTogether(() =>
      Option.map(Option.fromUndefinedOr(statement.get(...key) as Row | undefined), versionedOf)
    )

  return CryptoInvoiceReader.of({
    byId: (partnerId, id) => look(byId, partnerId, id),
    byExternalId: (partnerId, externalId) => look(byExternalId, partnerId, externalId),
    byToken: (token) => look(byToken, token),
    unredacted: (partnerId, endedBefore, limit) =>
      reads.read(() => unredacted.all(partnerId, endedBefore, limit) as ReadonlyArray<string>),
    partnerOf: preparePartnerOfId(database, reads, "crypto_invoices"),
    addresses: (network, after, limit) =>
      reads.readTogether(() => {
        const issue = after === "" ? undefined : (issueOf.get(network, after) as object | undefined)
        const found =
          issue === undefined
            ? addresses.all(network, limit)
            : addressesAfter.all({ network, limit, ...issue })
        return found as ReadonlyArray<string>
      })
  })
}
