import {
  addNetworkFigures,
  type NetworkCount,
  type NetworkFigures,
  zeroNetworkFigures
} from "../../kernel/counter/Counter.ts"
import { amountView, instantView } from "../../kernel/money/Money.ts"
import type { Instant } from "../../kernel/time/Instant.ts"
import { zonedInstant } from "../../kernel/time/TimeZone.ts"
import type { AnalyticsQuery } from "./AnalyticsRequest.ts"
import { percentView } from "./AnalyticsView.ts"
import type { NetworkSums } from "./NetworkSums.ts"
import type { Grouping } from "./Periods.ts"

/** Crypto invoices or payouts by their creation. */
export interface NetworkFiguresView {
  readonly created: number
  /** Paid invoices, or payouts that are COMPLETED. */
  readonly completed: number
  /** Those as a percentage of created ones, with 2 decimals; 0 when none was created. */
  readonly conversionRate: number
  /** What was credited of invoices before fees, or what arrived of completed payouts. */
  readonly volume: number
  /** The fees of that. */
  readonly fees: number
}

export interface NetworkCountsView {
  readonly summary: NetworkFiguresView
  /** Every period of the range, with its start in the time zone. */
  readonly byPeriod: ReadonlyArray<NetworkFiguresView & { readonly date: string }>
  /** By the name of the network; those without any are left out. */
  readonly byNetwork: { readonly [network: string]: NetworkFiguresView }
}

/** Figures of crypto invoices and payouts, all in one currency. The range is in whole quarters of an hour. */
export interface NetworkAnalyticsView {
  readonly cryptoInvoices: NetworkCountsView
  readonly payouts: NetworkCountsView
  readonly currency: "USDT"
  readonly from: string
  readonly to: string
  readonly groupBy: Grouping
  readonly timezone: string
}

const figuresView = ({ amountMinor, completed, created, feeMinor }: NetworkFigures): NetworkFiguresView => ({
  created,
  completed,
  conversionRate: percentView(BigInt(completed), BigInt(created)),
  volume: amountView(amountMinor, "USDT"),
  fees: amountView(feeMinor, "USDT")
})

const summed = (all: ReadonlyArray<{ readonly figures: NetworkFigures }>): NetworkFiguresView =>
  figuresView(all.reduce((sum, { figures }) => addNetworkFigures(sum, figures), zeroNetworkFigures))

/** `starts` are those of the query's periods. */
export const networkAnalyticsView = (
  { from, groupBy, timezone, to }: AnalyticsQuery,
  starts: ReadonlyArray<Instant>,
  periods: ReturnType<NetworkSums["periodsOf"]>
): NetworkAnalyticsView => {
  const counted = (of: NetworkCount): NetworkCountsView => {
    const own = periods.filter((period) => period.of === of)
    const byNetwork = Map.groupBy(own, ({ network }) => network)
    const byIndex = Map.groupBy(own, ({ index }) => index)
    return {
      summary: summed(own),
      byPeriod: starts.map((start, index) => ({
        date: zonedInstant(start, timezone),
        ...summed(byIndex.get(index) ?? [])
      })),
      byNetwork: Object.fromEntries(
        [...byNetwork.keys()].sort().map((network) => [network, summed(byNetwork.get(network) ?? [])])
      )
    }
  }
  return {
    cryptoInvoices: counted("cryptoInvoices"),
    payouts: counted("payouts"),
    ...{ currency: "USDT", from: instantView(from), to: instantView(to), groupBy, timezone }
  }
}
