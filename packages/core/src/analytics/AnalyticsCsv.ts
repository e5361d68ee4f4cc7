import { csvOf } from "../export/Csv.ts"
import type { AnalyticsView, PeriodView } from "./AnalyticsView.ts"

/** The columns of periods in a sheet, named as the API names the fields. */
export const analyticsCsvHeader = ["date", "volume", "count", "paidCount"] as const satisfies ReadonlyArray<
  keyof PeriodView
>

/** Every period as a line of a sheet, those without invoices too. */
export const analyticsCsv = ({ byPeriod }: AnalyticsView): string =>
  csvOf(
    analyticsCsvHeader,
    byPeriod.map((period) => analyticsCsvHeader.map((column) => period[column]))
  )
