import { type AnalyticsView, FiatCurrency, groupings } from "@quittance/core"
import { Schema } from "effect"

const DateTime = Schema.String.annotate({ format: "date-time" })
const Volume = { volume: Schema.Finite, count: Schema.Int }

export const Grouping = Schema.Literals(groupings)

/** The description of the figures as the API shows them. */
export const AnalyticsRecord = Schema.Struct({
  summary: Schema.Struct({
    totalVolume: Schema.Finite,
    totalCount: Schema.Int,
    paidCount: Schema.Int,
    expiredCount: Schema.Int,
    cancelledCount: Schema.Int,
    conversionRate: Schema.Finite.annotate({ description: "Paid of created, in percent." }),
    averageAmount: Schema.Finite
  }),
  byPeriod: Schema.Array(Schema.Struct({ ...Volume, date: DateTime, paidCount: Schema.Int })),
  byCurrency: Schema.Record(Schema.String, Schema.Struct({ ...Volume, paidCount: Schema.Int })),
  byBank: Schema.Record(Schema.String, Schema.Struct({ ...Volume, percentage: Schema.Finite })),
  mixedCurrencies: Schema.optionalKey(
    Schema.Literal(true).annotate({ description: "The sums add up several currencies." })
  ),
  from: DateTime,
  to: DateTime,
  groupBy: Grouping,
  timezone: Schema.String,
  currency: Schema.NullOr(FiatCurrency)
}) satisfies Schema.Schema<AnalyticsView>
