import {
  type InvoiceFilter,
  type Instant,
  InvoiceReader,
  type IssuedInvoice,
  type PartnerId,
  type StoreUnavailable,
  type Versioned
} from "@quittance/core"
import type Database from "better-sqlite3"
import { Effect, Option, Stream } from "effect"
import { prepareErasableTexts } from "../ErasableTexts.ts"
import type { Reads } from "../Reads.ts"
import { integer, type Row } from "../rows/columns.ts"
import { invoiceOf } from "../rows/InvoiceRow.ts"
import { endOfTime, prepareInvoiceCounts } from "./invoiceCounts.ts"
import { prepareInvoicePages } from "./invoicePages.ts"
import { preparePartnerOfId } from "./partnerOfId.ts"

/** From how deep a page on its place is looked up instead of walked to. */
const walkedMax = 200

const streamedRows = 250

/** Fiat invoices. A page costs the same wherever it lies in the list and however long the list is. */
export const sqliteInvoiceReader = (database: Database.Database, reads: Reads): InvoiceReader["Service"] => {
  const byId = database.prepare("SELECT * FROM invoices WHERE partner_id = ? AND id = ?").safeIntegers()
  const byToken = database
    .prepare("SELECT * FROM invoices INDEXED BY invoices_by_token WHERE token = ?")
    .safeIntegers()
  const due = database
    .prepare(
      `SELECT invoices.* FROM (SELECT expires_at, id FROM invoices INDEXED BY invoices_expiring
          WHERE partner_id = @partnerId AND status = 'pending' AND expires_at <= @now
          ORDER BY expires_at, id LIMIT @limit) AS due
         JOIN invoices ON invoices.partner_id = @partnerId AND invoices.id = due.id
        ORDER BY due.expires_at, due.id`
    )
    .safeIntegers()
  const unredacted = database
    .prepare(
      `SELECT id FROM invoices INDEXED BY invoices_unredacted
        WHERE partner_id = ? AND redacted_at IS NULL AND status <> 'pending' AND updated_at < ?
        ORDER BY updated_at, id LIMIT ?`
    )
    .pluck()
  const texts = prepareErasableTexts(database)
  const decoded = (row: Row): IssuedInvoice => invoiceOf(row, texts)
  const versionedOf = (row: Row): Versioned<IssuedInvoice> => ({
    state: decoded(row),
    version: integer(row, "version")
  })
  const counts = prepareInvoiceCounts(database)
  const pages = prepareInvoicePages(database)

  const find = (statement: Database.Statement, ...key: ReadonlyArray<string>) =>
    reads.read(() =>
      Option.map(Option.fromUndefinedOr(statement.get(...key) as Row | undefined), versionedOf)
    )

  return InvoiceReader.of({
    byId: (partnerId, id) => find(byId, partnerId, id),
    byToken: (token) => find(byToken, token),
    list: (partnerId, filter, { limit, page }, now) =>
      reads.readTogether(() => {
        const { placeOf, total } = counts.of(partnerId, filter, now)
        const offset = (page - 1) * limit
        if (offset >= total) return { items: [], total }
        const { before, skip } =
          offset <= walkedMax ? { before: filter.to ?? endOfTime, skip: offset } : placeOf(offset)
        const point = { createdAt: before, id: "" }
        const rows = pages.after(partnerId, filter, now, point, {
          skip,
          limit: Math.min(limit, total - offset)
        })
        return { items: rows.map(decoded), total }
      }),
    stream: (partnerId, filter, now) => streamOf(reads, pages.after, decoded, partnerId, filter, now),
    due: (partnerId, now, limit) =>
      reads.read(() => (due.all({ partnerId, now, limit }) as ReadonlyArray<Row>).map(versionedOf)),
    unredacted: (partnerId, endedBefore, limit) =>
      reads.read(() => unredacted.all(partnerId, endedBefore, limit) as ReadonlyArray<string>),
    partnerOf: preparePartnerOfId(database, reads, "invoices")
  })
}

/** A few rows at a time, and others have their turn between them. */
const streamOf = (
  reads: Reads,
  after: ReturnType<typeof prepareInvoicePages>["after"],
  decoded: (row: Row) => IssuedInvoice,
  partnerId: PartnerId,
  filter: InvoiceFilter,
  now: Instant
): Stream.Stream<IssuedInvoice, StoreUnavailable> =>
  Stream.paginate({ createdAt: filter.to ?? endOfTime, id: "" }, (point) =>
    Effect.yieldNow.pipe(
      Effect.andThen(
        reads.read(() => {
          const invoices = after(partnerId, filter, now, point, { skip: 0, limit: streamedRows }).map(decoded)
          const last = invoices.length < streamedRows ? undefined : invoices.at(-1)
          return [invoices, Option.map(Option.fromUndefinedOr(last), ({ order }) => order)] as const
        })
      )
    )
  )
