import type { AnalyticsView } from "@quittance/core"
import { type Grouping, type PeriodView, zonedInstant } from "@quittance/core/adapter"
import { type BarStyle, barChart } from "./barChart.ts"
import { factLines, tableLines } from "./print.ts"

/** Properties of the output. */
export interface Screen {
  /** Characters per line. */
  readonly columns: number
  readonly bars: BarStyle
}

/** Longer bars show no more. */
const barWidthMax = 60
/** Shorter ones show nothing. */
const barWidthMin = 5

/** Analytics for people: a summary, a line with a bar for each period, and the sums by currency and bank. */
export const analyticsReport = (
  partner: string,
  view: AnalyticsView,
  screen: Screen
): ReadonlyArray<string> => {
  const [from, to] = [view.from, view.to].map((at) => zonedInstant(Date.parse(at), view.timezone))
  const title = `Invoices of ${partner} created from ${from} to ${to} (${view.timezone})`
  if (view.summary.totalCount === 0) return [title, "", "There are none."]
  return [
    title,
    "",
    ...summaryLines(view),
    "",
    ...periodLines(view, screen),
    ...(view.mixedCurrencies ? ["", ...currencyLines(view)] : []),
    ...(view.summary.paidCount === 0 ? [] : ["", ...bankLines(view)])
  ]
}

const summaryLines = (view: AnalyticsView): ReadonlyArray<string> => {
  const { averageAmount, cancelledCount, conversionRate, expiredCount, paidCount, totalCount, totalVolume } =
    view.summary
  const [only = ""] = Object.keys(view.byCurrency)
  const unit = view.mixedCurrencies ? "(sum over several currencies)" : only
  return factLines([
    ["Created", String(totalCount)],
    ["Paid", `${paidCount} (${conversionRate} %)`],
    ["Expired", String(expiredCount)],
    ["Cancelled", String(cancelledCount)],
    ["Volume", `${decimals(totalVolume)} ${unit}`],
    ["Average", `${decimals(averageAmount)} ${unit}`]
  ])
}

const periodHeads: { readonly [G in Grouping]: string } = {
  hour: "HOUR",
  day: "DAY",
  week: "WEEK FROM",
  month: "MONTH"
}

/** The bars show the volume; if nothing was paid, the number of created invoices. */
const periodLines = (
  { byPeriod, groupBy, summary }: AnalyticsView,
  { bars, columns }: Screen
): ReadonlyArray<string> => {
  const [of, value] =
    summary.totalVolume > 0
      ? ["VOLUME", (period: PeriodView) => period.volume]
      : ["CREATED", (period: PeriodView) => period.count]
  const table = rightAligned(
    [periodHeads[groupBy], "CREATED", "PAID", "VOLUME"],
    byPeriod.map(({ count, date, paidCount, volume }) => [
      periodName(date, groupBy),
      String(count),
      String(paidCount),
      decimals(volume)
    ])
  )
  const width = Math.min(barWidthMax, columns - Math.max(...table.map((line) => line.length)) - 2)
  if (width < barWidthMin) return table
  const chart = [`BY ${of}`.slice(0, width), ...barChart(byPeriod.map(value), width, bars)]
  return table.map((line, index) => `${line}  ${chart[index] ?? ""}`.trimEnd())
}

const periodName = (date: string, groupBy: Grouping): string => {
  switch (groupBy) {
    case "hour":
      return `${date.slice(0, 10)} ${date.slice(11, 16)} ${date.slice(19)}`
    case "day":
    case "week":
      return date.slice(0, 10)
    case "month":
      return date.slice(0, 7)
  }
}

const currencyLines = ({ byCurrency }: AnalyticsView): ReadonlyArray<string> =>
  rightAligned(
    ["CURRENCY", "CREATED", "PAID", "VOLUME"],
    Object.entries(byCurrency).map(([currency, { count, paidCount, volume }]) => [
      currency,
      String(count),
      String(paidCount),
      decimals(volume)
    ])
  )

const bankLines = ({ byBank }: AnalyticsView): ReadonlyArray<string> =>
  rightAligned(
    ["BANK", "PAID", "VOLUME", "SHARE"],
    Object.entries(byBank).map(([bank, { count, percentage, volume }]) => [
      bank,
      String(count),
      decimals(volume),
      `${decimals(percentage)} %`
    ])
  )

const decimals = (figure: number): string => figure.toFixed(2)

/** A table whose first column is text and whose others are numbers. */
const rightAligned = (
  heads: ReadonlyArray<string>,
  rows: ReadonlyArray<ReadonlyArray<string>>
): ReadonlyArray<string> => {
  const aligned = (row: ReadonlyArray<string>): ReadonlyArray<string> =>
    row.map((value, column) => {
      if (column === 0) return value
      return value.padStart(Math.max(...[heads, ...rows].map((each) => each[column]?.length ?? 0)))
    })
  return tableLines(aligned(heads), rows.map(aligned))
}
