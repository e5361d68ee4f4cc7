import type { Grain, Instant, InvoiceFilter, InvoiceStatus, PartnerId } from "@quittance/core"
import { fiatCurrencies, grainMillis } from "@quittance/core"
import type Database from "better-sqlite3"
import { bucketCut, coarserFirst } from "./bucketCut.ts"

/**
 * How many invoices a filter lets through, and where in time the n-th newest of them lies: both out of the roll-ups, but for
 * the quarter of an hour that an instant cuts and for invoices that are due and not recorded as expired yet.
 */
export interface InvoiceCounts {
  readonly of: (partnerId: PartnerId, filter: InvoiceFilter, now: Instant) => InvoiceCount
}

export interface InvoiceCount {
  readonly total: number
  /** An instant and how many of the filter's invoices before it are newer than the one at this place, counted from 0. */
  readonly placeOf: (offset: number) => InvoicePlace
}

export interface InvoicePlace {
  /** Exclusive. */
  readonly before: Instant
  readonly skip: number
}

/** By how much each figure counts for a status. */
interface Weights {
  readonly created: number
  readonly paid: number
  readonly expired: number
  readonly cancelled: number
  /** For a pending invoice that is due, on top of what it is recorded as. */
  readonly due: number
}

const none: Weights = { created: 0, paid: 0, expired: 0, cancelled: 0, due: 0 }

const weightsOf = (status: InvoiceStatus | undefined): Weights => {
  switch (status) {
    case undefined:
      return { ...none, created: 1 }
    case "pending":
      return { created: 1, paid: -1, expired: -1, cancelled: -1, due: -1 }
    case "paid":
      return { ...none, paid: 1 }
    case "expired":
      return { ...none, expired: 1, due: 1 }
    case "cancelled":
      return { ...none, cancelled: 1 }
  }
}

const weighted = "@created * created + @paid * paid + @expired * expired + @cancelled * cancelled"
const currencies = "currency IN (SELECT value FROM json_each(@currencies))"
const buckets = `FROM invoice_figures
  WHERE partner_id = @partnerId AND grain = @grain AND ${currencies} AND bucket >= @from AND bucket < @to`
const due = `FROM invoices INDEXED BY invoices_expiring
  WHERE @due <> 0 AND partner_id = @partnerId AND status = 'pending' AND expires_at <= @now
    AND created_at >= @from AND created_at < @to AND ${currencies}`

export const prepareInvoiceCounts = (database: Database.Database): InvoiceCounts => {
  const ofBuckets = database.prepare(`SELECT coalesce(sum(${weighted}), 0) ${buckets}`).pluck()
  const ofInvoices = database
    .prepare(
      `SELECT coalesce(sum(@created + @paid * (status = 'paid') + @expired * (status = 'expired')
           + @cancelled * (status = 'cancelled')), 0)
         FROM invoices INDEXED BY invoices_listed
        WHERE partner_id = @partnerId AND status IN ('pending', 'paid', 'expired', 'cancelled') AND ${currencies}
          AND created_at >= @from AND created_at < @to`
    )
    .pluck()
  const ofDue = database.prepare(`SELECT @due * count(*) ${due}`).pluck()
  const newestBuckets = database.prepare(
    `SELECT bucket, sum(counted) AS counted FROM (
       SELECT bucket, ${weighted} AS counted ${buckets}
       UNION ALL
       SELECT created_at - (created_at % @width + @width) % @width, @due ${due})
      GROUP BY bucket ORDER BY bucket DESC`
  )

  return {
    of: (partnerId, { currency, from, status, to }, now) => {
      const scope = {
        partnerId,
        currencies: JSON.stringify(currency === undefined ? fiatCurrencies : [currency]),
        now,
        ...weightsOf(status)
      }
      const within = (source: Grain | "invoices", first: Instant, end: Instant): number => {
        const range = { ...scope, from: first, to: end }
        return Number(
          source === "invoices" ? ofInvoices.get(range) : ofBuckets.get({ ...range, grain: source })
        )
      }
      const recordedSince = (at: Instant): number => {
        const { bound, pieces } = bucketCut(at, "day", now)
        return pieces.reduce(
          (sum, piece) => sum + Number(piece.sign) * within(piece.source, piece.from, piece.to),
          within("day", bound, endOfTime)
        )
      }
      const dueSince = (at: Instant): number =>
        scope.due === 0 ? 0 : Number(ofDue.get({ ...scope, from: at, to: endOfTime }))
      const since = (at: Instant): number => recordedSince(at) + dueSince(at)

      const newer = to === undefined ? 0 : since(to)
      const all =
        from === undefined ? within("day", startOfTime, endOfTime) + dueSince(startOfTime) : since(from)

      /** The bucket of this grain in which the place lies, among those of a range; the place counts from the range's end. */
      const descend = (grain: Grain, first: Instant, place: InvoicePlace): InvoicePlace => {
        const width = grainMillis[grain]
        let skip = place.skip
        for (const row of newestBuckets.iterate({ ...scope, grain, width, from: first, to: place.before })) {
          const { bucket, counted } = row as { readonly bucket: number; readonly counted: number }
          if (skip < counted) return { before: bucket + width, skip }
          skip -= counted
        }
        return place
      }

      return {
        // Of a range that ends before it begins more is newer than all of it.
        total: Math.max(0, all - newer),
        placeOf: (offset) => {
          let place: InvoicePlace = { before: endOfTime, skip: newer + offset }
          let first = startOfTime
          for (const grain of coarserFirst) {
            place = descend(grain, first, place)
            first = place.before - grainMillis[grain]
          }
          return place
        }
      }
    }
  }
}

/** Beyond every instant, and whole to JavaScript. */
export const startOfTime: Instant = Number.MIN_SAFE_INTEGER
export const endOfTime: Instant = Number.MAX_SAFE_INTEGER
