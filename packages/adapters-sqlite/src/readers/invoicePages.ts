import {
  fiatCurrencies,
  type InvoiceFilter,
  type InvoiceStatus,
  type Instant,
  invoiceStatuses,
  type PartnerId
} from "@quittance/core"
import type Database from "better-sqlite3"
import type { Row } from "../rows/columns.ts"
import { startOfTime } from "./invoiceCounts.ts"

/** Rows of `invoices`, newest first. */
export interface InvoicePages {
  /** The rows that come after a point of the list: its creation instant and id; an empty id stands before all others. */
  readonly after: (
    partnerId: PartnerId,
    filter: InvoiceFilter,
    now: Instant,
    point: { readonly createdAt: Instant; readonly id: string },
    slice: { readonly skip: number; readonly limit: number }
  ) => ReadonlyArray<Row>
}

const within = `partner_id = @partnerId AND created_at >= @from AND (created_at, id) < (@createdAt, @id)`

/**
 * A page is merged from runs of the list's index, one for each recorded status and currency that the filter lets through;
 * only the rows of the page itself are read from the table. What is due is no longer pending, and comes among the expired
 * ones from the index of the expiries.
 */
export const prepareInvoicePages = (database: Database.Database): InvoicePages => {
  const statements = new Map<string, Database.Statement>()
  const statementOf = ({ currency, status }: InvoiceFilter): Database.Statement => {
    const name = `${status} ${currency}`
    const known = statements.get(name)
    if (known !== undefined) return known
    const statement = database.prepare(pageSql(status, currency)).safeIntegers()
    statements.set(name, statement)
    return statement
  }
  return {
    after: (partnerId, filter, now, point, { limit, skip }) => {
      const bounds = { partnerId, from: filter.from ?? startOfTime, ...point }
      const asOf = filter.status === "pending" || filter.status === "expired" ? { now } : {}
      return statementOf(filter).all({ ...bounds, ...asOf, limit, skip }) as ReadonlyArray<Row>
    }
  }
}

const pageSql = (status: InvoiceStatus | undefined, currency: string | undefined): string => {
  const runs: Array<string> = []
  for (const eachStatus of status === undefined ? invoiceStatuses : [status]) {
    for (const eachCurrency of currency === undefined ? fiatCurrencies : [currency]) {
      const isCurrent = status === "pending" ? "AND expires_at > @now" : ""
      runs.push(`SELECT created_at, id FROM invoices INDEXED BY invoices_listed
        WHERE status = '${eachStatus}' AND currency = '${eachCurrency}' AND ${within} ${isCurrent}`)
    }
  }
  if (status === "expired") {
    const ofCurrency = currency === undefined ? "" : `AND currency = '${currency}'`
    runs.push(`SELECT created_at, id FROM invoices INDEXED BY invoices_expiring
      WHERE status = 'pending' AND expires_at <= @now AND ${within} ${ofCurrency}`)
  }
  return `SELECT invoices.* FROM (
      ${runs.join(" UNION ALL ")} ORDER BY created_at DESC, id DESC LIMIT @limit OFFSET @skip) AS listed
    JOIN invoices ON invoices.partner_id = @partnerId AND invoices.id = listed.id
   ORDER BY listed.created_at DESC, listed.id DESC`
}
