import { Option, Schema } from "effect"
import { DateTime } from "../../kernel/concept/wire.ts"
import { addFigures, type InvoiceFigures, zeroFigures } from "../../kernel/counter/Counter.ts"
import { component } from "../../kernel/description/component.ts"
import { csvOf } from "../../kernel/input/Csv.ts"
import { FiatCurrency } from "../../kernel/money/Currency.ts"
import { divideHalfEven } from "../../kernel/money/Fee.ts"
import { amountView, instantView } from "../../kernel/money/Money.ts"
import type { FiguresAnswer } from "./AnalyticsReader.ts"
import type { AnalyticsQuery } from "./AnalyticsRequest.ts"
import { groupings } from "./Periods.ts"
import { zonedInstant } from "./TimeZone.ts"

const Volume = {
  volume: Schema.Finite.annotate({ description: "The sum of the paid ones.", examples: [1250.5] }),
  count: Schema.Int.annotate({ examples: [2] })
}
const paid = Schema.Int.annotate({ examples: [1] })

/**
 * Analytics as the API shows them. All figures are by creation of the invoice; a volume is the sum of the
 * paid ones.
 */
export const AnalyticsView = Schema.Struct({
  summary: Schema.Struct({
    totalVolume: Schema.Finite.annotate({ examples: [1250.5] }),
    totalCount: Schema.Int.annotate({ examples: [2] }),
    paidCount: paid,
    expiredCount: Schema.Int.annotate({ examples: [1] }),
    cancelledCount: Schema.Int.annotate({ examples: [0] }),
    /** 2 decimals; 0 when none was created. */
    conversionRate: Schema.Finite.annotate({
      description: "Paid invoices as a percentage of created ones.",
      examples: [50]
    }),
    /** Volume by paid invoice, 2 decimals; 0 when none was paid. */
    averageAmount: Schema.Finite.annotate({ examples: [1250.5] })
  }).annotate(component("AnalyticsSummary", "The figures of the whole range.")),
  /**
   * Every period of the range in order, including those without invoices. `date` is its start in the time
   * zone.
   */
  byPeriod: Schema.Array(
    Schema.Struct({ ...Volume, date: DateTime, paidCount: paid }).annotate(
      component("AnalyticsPeriod", "The figures of one period of the range.")
    )
  ),
  /** The currencies of the invoices of the range. */
  byCurrency: Schema.Record(
    Schema.String,
    Schema.Struct({ ...Volume, paidCount: paid }).annotate(
      component("AnalyticsCurrency", "The figures of one currency.")
    )
  ).annotate({
    examples: [{ KZT: { volume: 1250.5, count: 2, paidCount: 1 } }]
  }),
  /**
   * By the payer's bank, the largest volume first. `count` is of paid invoices, `percentage` of the volume, 2 decimals.
   */
  byBank: Schema.Record(
    Schema.String,
    Schema.Struct({ ...Volume, percentage: Schema.Finite }).annotate(
      component("AnalyticsBank", "The figures of one bank of payers.")
    )
  ).annotate({
    examples: [{ "Simulated bank": { volume: 1250.5, count: 1, percentage: 100 } }]
  }),
  /** Omitted if false. */
  mixedCurrencies: Schema.optionalKey(
    Schema.Literal(true).annotate({ description: "The sums are over several currencies." })
  ),
  from: DateTime,
  to: DateTime,
  groupBy: Schema.Literals(groupings).annotate({
    ...component("AnalyticsGrouping", "The length of a period."),
    examples: ["day"]
  }),
  timezone: Schema.String.annotate({ examples: ["UTC"] }),
  /** `null` for all currencies. */
  currency: Schema.NullOr(FiatCurrency)
}).annotate(component("Analytics", "Figures of the invoices that were created in a range."))
export interface AnalyticsView extends Schema.Schema.Type<typeof AnalyticsView> {}
export type PeriodView = AnalyticsView["byPeriod"][number]

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

/** Every fiat currency has two decimals, so sums of one or several currencies are shown alike. */
const volumeView = (minor: bigint): number => amountView(minor, "USD")

/** Rounded to a hundredth of a percent. */
const percentView = (part: bigint, whole: bigint): number =>
  whole === 0n ? 0 : Number(divideHalfEven(part * 10_000n, whole)) / 100

/** The columns of the CSV export, named like the API fields. */
export const analyticsCsvHeader = ["date", "volume", "count", "paidCount"] as const satisfies ReadonlyArray<
  keyof PeriodView
>

/** Every period as a line of CSV, including those without invoices. */
export const analyticsCsv = ({ byPeriod }: AnalyticsView): string =>
  csvOf(
    analyticsCsvHeader,
    byPeriod.map((period) => analyticsCsvHeader.map((column) => period[column]))
  )
