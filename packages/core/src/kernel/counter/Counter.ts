import type { PartnerId } from "../concept/PartnerId.ts"
import { invariant } from "../machine/invariant.ts"
import type { FiatCurrency } from "../money/Currency.ts"
import { type Instant, millisPerDay, millisPerHour, millisPerMinute } from "../time/Instant.ts"

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

/** What is counted of networks. */
export const networkCounts = ["cryptoInvoices", "payouts"] as const
export type NetworkCount = (typeof networkCounts)[number]

/**
 * The crypto invoices or payouts of a network: how many there are, how many were paid or completed, what they come to
 * (minor units of USDT that are credited, or that arrived), and the fees of that.
 */
export interface NetworkFigures {
  readonly created: number
  readonly completed: number
  readonly amountMinor: bigint
  readonly feeMinor: bigint
}

export const zeroNetworkFigures: NetworkFigures = { created: 0, completed: 0, amountMinor: 0n, feeMinor: 0n }

/** `sign` is -1 to take the other away. */
export const addNetworkFigures = (
  one: NetworkFigures,
  other: NetworkFigures,
  sign: 1n | -1n = 1n
): NetworkFigures => ({
  created: one.created + Number(sign) * other.created,
  completed: one.completed + Number(sign) * other.completed,
  amountMinor: one.amountMinor + sign * other.amountMinor,
  feeMinor: one.feeMinor + sign * other.feeMinor
})

/**
 * A change of a roll-up, part of a commit.
 *
 * - `Invoices`: figures of one partner and currency at one creation instant; the store adds them to the bucket of each
 *   grain that the instant lies in.
 * - `Bank`: paid invoices by the payer's bank, bucketed in the same way.
 * - `Network`: crypto invoices or payouts of a network, bucketed in the same way.
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
      readonly _tag: "Network"
      readonly partnerId: PartnerId
      readonly of: NetworkCount
      readonly network: string
      readonly createdAt: Instant
      readonly change: NetworkFigures
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

/**
 * A stored roll-up: the sum of the changes of one bucket, batch or wallet. The sum is itself a change, whose
 * `createdAt` is the start of its bucket.
 */
export interface CounterSum {
  readonly grain: Grain | "batch" | "wallet"
  readonly sum: CounterChange
}

/**
 * Adds a change to the sums it belongs to: the bucket of every grain, the tally of its batch, or the balance of its
 * wallet.
 */
export const addToCounterSums = (
  sums: {
    readonly get: (key: string) => CounterSum | undefined
    readonly set: (key: string, sum: CounterSum) => void
  },
  change: CounterChange
): void => {
  for (const counter of bucketed(change)) {
    const key = counterKey(counter)
    const kept = sums.get(key)
    sums.set(key, kept === undefined ? counter : { ...kept, sum: added(kept.sum, counter.sum) })
  }
}

const bucketed = (change: CounterChange): ReadonlyArray<CounterSum> =>
  "createdAt" in change
    ? [finestOf(change), inBucketOf("hour", change), inBucketOf("day", change)]
    : [finestOf(change)]

const finestOf = (change: CounterChange): CounterSum => {
  if (change._tag === "Batch") return { grain: "batch", sum: change }
  if (change._tag === "Wallet") return { grain: "wallet", sum: change }
  return inBucketOf("quarter", change)
}

const inBucketOf = (
  grain: Grain,
  change: Extract<CounterChange, { readonly createdAt: Instant }>
): CounterSum => ({ grain, sum: { ...change, createdAt: bucketStart(grain, change.createdAt) } })

/** Changes of a group of commits, added up: a batch changes the same few buckets a thousand times. */
export class CounterSums {
  /** Only the finest buckets, of which the others are made in the end. */
  readonly #sums = new Map<string, CounterChange>()

  add(changes: ReadonlyArray<CounterChange>): void {
    for (const change of changes) {
      const counter = finestOf(change)
      const key = counterKey(counter)
      const kept = this.#sums.get(key)
      this.#sums.set(key, kept === undefined ? counter.sum : added(kept, change))
    }
  }

  get all(): ReadonlyArray<CounterSum> {
    const sums = new Map<string, CounterSum>()
    for (const change of this.#sums.values()) addToCounterSums(sums, change)
    return [...sums.values()]
  }
}

/** The subject of a sum; two sums with one key belong together. */
export const counterKey = ({ grain, sum }: CounterSum): string => {
  switch (sum._tag) {
    case "Invoices":
      return JSON.stringify([sum._tag, grain, sum.partnerId, sum.currency, sum.createdAt])
    case "Bank":
      return JSON.stringify([sum._tag, grain, sum.partnerId, sum.currency, sum.createdAt, sum.bank])
    case "Network":
      return JSON.stringify([sum._tag, grain, sum.partnerId, sum.of, sum.network, sum.createdAt])
    case "Batch":
      return batchCounterKey(sum.partnerId, sum.batchId)
    case "Wallet":
      return walletCounterKey(sum.partnerId, sum.walletId)
  }
}

export const batchCounterKey = (partnerId: PartnerId, batchId: string): string =>
  JSON.stringify(["Batch", partnerId, batchId])

export const walletCounterKey = (partnerId: PartnerId, walletId: string): string =>
  JSON.stringify(["Wallet", partnerId, walletId])

const added = (one: CounterChange, other: CounterChange): CounterChange => {
  switch (one._tag) {
    case "Invoices":
      invariant(other._tag === "Invoices", "figures are added to figures")
      return { ...one, change: addFigures(one.change, other.change) }
    case "Bank":
      invariant(other._tag === "Bank", "a bank's sum is added to a bank's")
      return { ...one, paid: one.paid + other.paid, paidMinor: one.paidMinor + other.paidMinor }
    case "Network":
      invariant(other._tag === "Network", "a network's figures are added to a network's")
      return { ...one, change: addNetworkFigures(one.change, other.change) }
    case "Batch":
      invariant(other._tag === "Batch", "a tally is added to a tally")
      return {
        ...one,
        paid: one.paid + other.paid,
        paidMinor: one.paidMinor + other.paidMinor,
        mailsUnsent: one.mailsUnsent + other.mailsUnsent
      }
    case "Wallet":
      invariant(other._tag === "Wallet", "a wallet's change is added to a wallet's")
      return { ...one, changeMinor: one.changeMinor + other.changeMinor }
  }
}
