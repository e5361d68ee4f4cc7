import { CryptoInvoiceReader, type IssuedCryptoInvoice, type Versioned } from "@quittance/core"
import type Database from "better-sqlite3"
import { Option } from "effect"
import { prepareErasableTexts } from "../ErasableTexts.ts"
import type { Reads } from "../Reads.ts"
import { integer, type Row, text } from "../rows/columns.ts"
import { cryptoInvoiceOf } from "../rows/CryptoInvoiceRow.ts"
import { preparePartnerOfId } from "./partnerOfId.ts"

/** Crypto invoices with their transfers, both as of one commit. */
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
  const transfers = database
    .prepare("SELECT * FROM crypto_transfers WHERE partner_id = ? AND invoice_id = ? ORDER BY position")
    .safeIntegers()
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
        WHERE partner_id = ? AND redacted_at IS NULL AND state NOT IN ('pending', 'confirming') AND updated_at < ?
        ORDER BY updated_at, id LIMIT ?`
    )
    .pluck()
  const texts = prepareErasableTexts(database)

  const look = (statement: Database.Statement, ...key: ReadonlyArray<string>) =>
    reads.readTogether((): Option.Option<Versioned<IssuedCryptoInvoice>> => {
      const row = statement.get(...key) as Row | undefined
      if (row === undefined) return Option.none()
      const transferRows = transfers.all(text(row, "partner_id"), text(row, "id")) as ReadonlyArray<Row>
      return Option.some({
        state: cryptoInvoiceOf(row, transferRows, texts),
        version: integer(row, "version")
      })
    })

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
