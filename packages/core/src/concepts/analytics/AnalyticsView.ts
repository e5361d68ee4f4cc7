import { Option, Schema } from "effect"
import { amount, count, moment } from "../../kernel/concept/wire.ts"
import { addFigures, type InvoiceFigures, zeroFigures } from "../../kernel/counter/Counter.ts"
import { component } from "../../kernel/description/component.ts"
import { csvOf } from "../../kernel/input/Csv.ts"
import { FiatCurrency } from "../../kernel/money/Currency.ts"
import { divideHalfEven } from "../../kernel/money/Fee.ts"
import { amountView, instantView } from "../../kernel/money/Money.ts"
import { zonedInstant } from "../../kernel/time/TimeZone.ts"
import type { FiguresAnswer } from "./AnalyticsReader.ts"
import type { AnalyticsQuery } from "./AnalyticsRequest.ts"
import { groupings } from "./Periods.ts"

const Percentage = Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 100 }))

const Volume = {
  volume: amount("The sum of the paid ones.", 1250.5),
  count: count("How many were created.", 2)
}
const paid = count("How many of them were paid.", 1)

/**
 * Analytics as the API shows them. All figures are by creation of the invoice; a volume is the sum of the
 * paid ones.
 */
export const AnalyticsView = Schema.Struct({
  summary: Schema.Struct({
    totalVolume: amount("The sum of the paid ones; a nominal sum over several currencies.", 1250.5),
    totalCount: count("How many were created.", 2),
    paidCount: paid,
    expiredCount: count("How many of them expired.", 1),
    cancelledCount: count("How many of them were cancelled.", 0),
    conversionRate: Percentage.annotate({
      description: "Paid invoices as a percentage of created ones, with 2 decimals; 0 when none was created.",
      examples: [50]
    }),
    averageAmount: amount("The volume by paid invoice, with 2 decimals; 0 when none was paid.", 1250.5)
  }).annotate(component("AnalyticsSummary", "The figures of the whole range.")),
  byPeriod: Schema.Array(
    Schema.Struct({
      ...Volume,
      date: moment("The start of the period, in the time zone.").annotate({
        examples: ["2026-01-15T00:00:00+00:00"]
      }),
      paidCount: paid
    }).annotate(component("AnalyticsPeriod", "The figures of one period of the range."))
  ),
  byCurrency: Schema.Record(
    Schema.String,
    Schema.Struct({ ...Volume, paidCount: paid }).annotate(
      component("AnalyticsCurrency", "The figures of one currency.")
    )
  ).annotate({
    description: "The figures by the currency of the invoices.",
    examples: [{ KZT: { volume: 1250.5, count: 2, paidCount: 1 } }]
  }),
  byBank: Schema.Record(
    Schema.String,
    Schema.Struct({
      volume: Volume.volume,
      count: count("How many were paid through it.", 1),
      percentage: Percentage.annotate({ description: "Its part of the volume, with 2 decimals." })
    }).annotate(component("AnalyticsBank", "The figures of one bank of payers."))
  ).annotate({
    description: "The figures by the bank of the payer, the largest volume first.",
    examples: [{ "Simulated bank": { volume: 1250.5, count: 1, percentage: 100 } }]
  }),
  /** Omitted if false. */
  mixedCurrencies: Schema.optionalKey(
    Schema.Literal(true).annotate({ description: "The sums are over several currencies." })
  ),
  from: moment("The start of the range, inclusive."),
  to: moment("The end of the range, exclusive."),
  groupBy: Schema.Literals(groupings).annotate({
    ...component("AnalyticsGrouping", "The length of a period."),
    examples: ["day"]
  }),
  timezone: Schema.String.annotate({
    description: "The IANA time zone of the periods.",
    examples: ["UTC"]
  }),
  currency: Schema.NullOr(FiatCurrency).annotate({ description: "Of the invoices; null for all currencies." })
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
export const percentView = (part: bigint, whole: bigint): number =>
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
