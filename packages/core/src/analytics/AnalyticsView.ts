import { Option } from "effect"
import type { FiatCurrency } from "../money/Currency.ts"
import { divideHalfEven } from "../money/Rounding.ts"
import { amountView, instantView } from "../money/View.ts"
import type { FiguresAnswer } from "../ports/AnalyticsReader.ts"
import type { AnalyticsQuery } from "./AnalyticsRequest.ts"
import { addFigures, type InvoiceFigures, zeroFigures } from "./InvoiceCounter.ts"
import type { Grouping } from "./Periods.ts"
import { zonedInstant } from "./TimeZone.ts"

/** Figures as the API shows them. All are by the creation of the invoice; a volume is the sum of the paid ones. */
export interface AnalyticsView {
  readonly summary: {
    readonly totalVolume: number
    readonly totalCount: number
    readonly paidCount: number
    readonly expiredCount: number
    readonly cancelledCount: number
    /** Paid of created in percent, 2 decimals; 0 when none was created. */
    readonly conversionRate: number
    /** Volume by paid invoice, 2 decimals; 0 when none was paid. */
    readonly averageAmount: number
  }
  /** Every period of the range in its order, those without invoices too. */
  readonly byPeriod: ReadonlyArray<PeriodView>
  /** The currencies of the invoices of the range. */
  readonly byCurrency: { readonly [currency: string]: VolumeView & { readonly paidCount: number } }
  /** By the payer's bank, the largest volume first. `count` is of paid invoices, `percentage` of the volume, 2 decimals. */
  readonly byBank: { readonly [bank: string]: VolumeView & { readonly percentage: number } }
  /** The sums add up invoices of several currencies as if those were one. Left out where that is not so. */
  readonly mixedCurrencies?: true
  readonly from: string
  readonly to: string
  readonly groupBy: Grouping
  readonly timezone: string
  /** `null` when all were asked for. */
  readonly currency: FiatCurrency | null
}

interface VolumeView {
  readonly volume: number
  readonly count: number
}

/** `date` is when the period starts, by the clock of the time zone: ISO 8601 with offset. */
export interface PeriodView extends VolumeView {
  readonly date: string
  readonly paidCount: number
}

/** `starts` are those of the query's periods. */
export const analyticsView = (
  query: AnalyticsQuery,
  starts: ReadonlyArray<number>,
  { banks, periods }: FiguresAnswer
): AnalyticsView => {
  let total = zeroFigures
  const byIndex = new Map<number, InvoiceFigures>()
  const byCurrency = new Map<FiatCurrency, InvoiceFigures>()
  for (const { currency, figures, index } of periods) {
    total = addFigures(total, figures)
    byIndex.set(index, addFigures(byIndex.get(index) ?? zeroFigures, figures))
    byCurrency.set(currency, addFigures(byCurrency.get(currency) ?? zeroFigures, figures))
  }
  const occurring = [...byCurrency].filter(([, { created }]) => created > 0).sort(byName)
  return {
    summary: {
      totalVolume: volumeView(total.paidMinor),
      totalCount: total.created,
      paidCount: total.paid,
      expiredCount: total.expired,
      cancelledCount: total.cancelled,
      conversionRate: percentView(BigInt(total.paid), BigInt(total.created)),
      averageAmount: total.paid === 0 ? 0 : volumeView(divideHalfEven(total.paidMinor, BigInt(total.paid)))
    },
    byPeriod: starts.map((start, index) => ({
      date: zonedInstant(start, query.timezone),
      ...figuresView(byIndex.get(index) ?? zeroFigures)
    })),
    byCurrency: Object.fromEntries(occurring.map(([currency, figures]) => [currency, figuresView(figures)])),
    byBank: bankViews(banks, total.paidMinor),
    ...(occurring.length > 1 ? { mixedCurrencies: true } : {}),
    from: instantView(query.from),
    to: instantView(query.to),
    groupBy: query.groupBy,
    timezone: query.timezone,
    currency: Option.getOrNull(query.currency)
  }
}

const byName = (one: readonly [string, unknown], other: readonly [string, unknown]): number =>
  one[0] < other[0] ? -1 : 1

const bankViews = (banks: FiguresAnswer["banks"], totalMinor: bigint): AnalyticsView["byBank"] => {
  const byBank = new Map<string, { paid: number; paidMinor: bigint }>()
  for (const { bank, paid, paidMinor } of banks) {
    const before = byBank.get(bank) ?? { paid: 0, paidMinor: 0n }
    byBank.set(bank, { paid: before.paid + paid, paidMinor: before.paidMinor + paidMinor })
  }
  const largestFirst = [...byBank].sort(([, one], [, other]) =>
    one.paidMinor === other.paidMinor ? 0 : one.paidMinor < other.paidMinor ? 1 : -1
  )
  return Object.fromEntries(
    largestFirst.map(([bank, { paid, paidMinor }]) => [
      bank,
      { volume: volumeView(paidMinor), count: paid, percentage: percentView(paidMinor, totalMinor) }
    ])
  )
}

const figuresView = ({ created, paid, paidMinor }: InvoiceFigures) => ({
  volume: volumeView(paidMinor),
  count: created,
  paidCount: paid
})

/** Every fiat currency has two decimals, so sums of one and sums of several are shown alike. */
const volumeView = (minor: bigint): number => amountView(minor, "USD")

/** A hundredth of a percent is the unit that is rounded to. */
const percentView = (part: bigint, whole: bigint): number =>
  whole === 0n ? 0 : Number(divideHalfEven(part * 10_000n, whole)) / 100
