import type { PartnerId } from "../concept/PartnerId.ts"
import type { FiatCurrency } from "../money/Currency.ts"
import type { Instant } from "../time/Instant.ts"
import { millisPerDay, millisPerHour, millisPerMinute } from "../time/Instant.ts"

/**
 * Roll-ups: the figures of analytics, list totals and batches are added up by the commits that change an
 * invoice, so that no read scans the history. Every figure is kept by the invoice's creation instant, in UTC
 * buckets.
 */

/** The number of invoices, and the volume (minor units) of the paid ones. `expired` counts recorded expiries. */
export interface InvoiceFigures {
  readonly created: number
  readonly paid: number
  readonly expired: number
  readonly cancelled: number
  readonly paidMinor: bigint
}

export const zeroFigures: InvoiceFigures = { created: 0, paid: 0, expired: 0, cancelled: 0, paidMinor: 0n }

export const addFigures = (one: InvoiceFigures, other: InvoiceFigures): InvoiceFigures => ({
  created: one.created + other.created,
  paid: one.paid + other.paid,
  expired: one.expired + other.expired,
  cancelled: one.cancelled + other.cancelled,
  paidMinor: one.paidMinor + other.paidMinor
})

/**
 * A change of a roll-up, part of a commit.
 *
 * - `Invoices`: figures of one partner and currency at one creation instant; the store adds them to the bucket of each
 *   grain that the instant lies in.
 * - `Bank`: paid invoices by the payer's bank, bucketed in the same way.
 * - `Batch`: the tally of one batch.
 * - `Wallet`: the balance of one transit wallet.
 */
export type CounterChange =
  | {
      readonly _tag: "Invoices"
      readonly partnerId: PartnerId
      readonly currency: FiatCurrency
      readonly createdAt: Instant
      readonly change: InvoiceFigures
    }
  | {
      readonly _tag: "Bank"
      readonly partnerId: PartnerId
      readonly currency: FiatCurrency
      readonly createdAt: Instant
      readonly bank: string
      readonly paid: number
      readonly paidMinor: bigint
    }
  | {
      readonly _tag: "Batch"
      readonly partnerId: PartnerId
      readonly batchId: string
      readonly paid: number
      readonly paidMinor: bigint
      readonly mailsUnsent: number
    }
  | {
      readonly _tag: "Wallet"
      readonly partnerId: PartnerId
      readonly walletId: string
      readonly changeMinor: bigint
    }

/**
 * The bucket widths, the finest first. A bucket is named by its start, a multiple of the width since 1970.
 * Every offset from UTC in use is a multiple of a quarter of an hour, so the bounds of local days fall on the
 * finest buckets.
 */
export const grainMillis = {
  quarter: 15 * millisPerMinute,
  hour: millisPerHour,
  day: millisPerDay
} as const
export type Grain = keyof typeof grainMillis

export const bucketStart = (grain: Grain, at: Instant): Instant =>
  Math.floor(at / grainMillis[grain]) * grainMillis[grain]

export const negatedFigures = (figures: InvoiceFigures): InvoiceFigures => ({
  created: -figures.created,
  paid: -figures.paid,
  expired: -figures.expired,
  cancelled: -figures.cancelled,
  paidMinor: -figures.paidMinor
})
