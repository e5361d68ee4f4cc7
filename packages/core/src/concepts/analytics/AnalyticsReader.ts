import { Context, type Effect } from "effect"
import type { PartnerId } from "../../kernel/concept/PartnerId.ts"
import type { Grain, InvoiceFigures, NetworkCount, NetworkFigures } from "../../kernel/counter/Counter.ts"
import type { FiatCurrency } from "../../kernel/money/Currency.ts"
import type { StoreUnavailable } from "../../kernel/ports/Store.ts"
import type { Instant } from "../../kernel/time/Instant.ts"

/** What is asked for: invoices created in `[boundaries[0], boundaries.at(-1))`, period by period. */
export interface FiguresRequest {
  readonly partnerId: PartnerId
  /** All of them when left out. */
  readonly currency?: FiatCurrency
  /**
   * Ascending instants, at least two: period `i` is `[boundaries[i], boundaries[i + 1])`. Any instants, aligned to
   * nothing.
   */
  readonly boundaries: ReadonlyArray<Instant>
  /** Pending invoices that are due by then count as expired. */
  readonly now: Instant
}

/** Everything as of one commit. */
export interface FiguresAnswer {
  /** The figures of each period by currency; a period or currency without invoices is left out. */
  readonly periods: ReadonlyArray<{
    readonly index: number
    readonly currency: FiatCurrency
    readonly figures: InvoiceFigures
  }>
  /** Paid invoices of the whole range by currency and the payer's bank. */
  readonly banks: ReadonlyArray<{
    readonly currency: FiatCurrency
    readonly bank: string
    readonly paid: number
    readonly paidMinor: bigint
  }>
}

/** Whole buckets of one grain; both ends are starts of its buckets. */
export interface BucketSpan {
  readonly grain: Grain
  readonly from: Instant
  readonly to: Instant
}

/** The sum of one span, counted from 0; without what is not there. */
export interface NetworkSum {
  readonly span: number
  readonly of: NetworkCount
  readonly network: string
  readonly figures: NetworkFigures
}

/**
 * Port. Sums over invoices by their creation instant, exact for any boundaries. The cost does not grow with the
 * history.
 */
export class AnalyticsReader extends Context.Service<
  AnalyticsReader,
  {
    readonly figures: (request: FiguresRequest) => Effect.Effect<FiguresAnswer, StoreUnavailable>
    /** Sums over crypto invoices and payouts by network and creation, all of one commit. */
    readonly networks: (
      partnerId: PartnerId,
      spans: ReadonlyArray<BucketSpan>
    ) => Effect.Effect<ReadonlyArray<NetworkSum>, StoreUnavailable>
  }
>()("@quittance/core/concepts/analytics/AnalyticsReader") {}
