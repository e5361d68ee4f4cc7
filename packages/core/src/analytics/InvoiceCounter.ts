import type { Instant } from "../time/Instant.ts"
import { millisPerDay, millisPerHour, millisPerMinute } from "../time/Instant.ts"
import type { BatchId } from "../batch/Batch.ts"
import type { InvoiceState, IssuedInvoice } from "../invoice/Invoice.ts"
import type { FiatCurrency } from "../money/Currency.ts"
import type { PartnerId } from "../partner/Partner.ts"
import type { TransitWalletId } from "../transit/TransitWallet.ts"

/**
 * Roll-ups: what analytics, list totals and batches show is added up by the commits that change an invoice, so that no read
 * scans the history. Every figure is kept by the invoice's own creation instant, in buckets of UTC.
 */

/** How many invoices there are, and the volume (minor units) of the paid ones. `expired` is what was recorded as such. */
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
 * - `Invoices`: figures of one partner and currency at one creation instant; the store adds them to the bucket of each grain
 *   that the instant lies in.
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
      readonly batchId: BatchId
      readonly paid: number
      readonly paidMinor: bigint
      readonly mailsUnsent: number
    }
  | {
      readonly _tag: "Wallet"
      readonly partnerId: PartnerId
      readonly walletId: TransitWalletId
      readonly changeMinor: bigint
    }

/**
 * The widths of buckets, the finest first. A bucket is named by its start, a multiple of the width since 1970. Every offset
 * from UTC in use is a multiple of a quarter of an hour, so the bounds of local days fall on the finest.
 */
export const grainMillis = {
  quarter: 15 * millisPerMinute,
  hour: millisPerHour,
  day: millisPerDay
} as const
export type Grain = keyof typeof grainMillis

export const bucketStart = (grain: Grain, at: Instant): Instant =>
  Math.floor(at / grainMillis[grain]) * grainMillis[grain]

const figuresOf = (state: InvoiceState): InvoiceFigures => ({
  created: state._tag === "absent" ? 0 : 1,
  paid: state._tag === "paid" ? 1 : 0,
  expired: state._tag === "expired" ? 1 : 0,
  cancelled: state._tag === "cancelled" ? 1 : 0,
  paidMinor: state._tag === "paid" ? state.receipt.amountMinor : 0n
})

export const negatedFigures = (figures: InvoiceFigures): InvoiceFigures => ({
  created: -figures.created,
  paid: -figures.paid,
  expired: -figures.expired,
  cancelled: -figures.cancelled,
  paidMinor: -figures.paidMinor
})

/** What the roll-ups gain by an invoice that goes from one state to another. */
export const invoiceCounters = (
  previous: InvoiceState,
  next: IssuedInvoice
): ReadonlyArray<CounterChange> => {
  if (previous._tag === next._tag) return []
  const { batchId, createdAt, currency, partnerId } = next.order
  const change = addFigures(figuresOf(next), negatedFigures(figuresOf(previous)))
  const changes: Array<CounterChange> = [{ _tag: "Invoices", partnerId, currency, createdAt, change }]
  if (next._tag === "paid") {
    const { amountMinor, payerBank } = next.receipt
    const paid = { paid: 1, paidMinor: amountMinor }
    changes.push({ _tag: "Bank", partnerId, currency, createdAt, bank: payerBank, ...paid })
    if (batchId._tag === "Some")
      changes.push({ _tag: "Batch", partnerId, batchId: batchId.value, mailsUnsent: 0, ...paid })
  }
  return changes
}
