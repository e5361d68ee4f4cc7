import { csvOf } from "../../kernel/input/Csv.ts"
import type { AnalyticsView, PeriodView } from "./AnalyticsView.ts"

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
