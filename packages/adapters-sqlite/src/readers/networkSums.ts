import {
  type BucketSpan,
  integerIn,
  type NetworkSum,
  networkFiguresIn,
  networkIn,
  type PartnerId,
  type Row
} from "@quittance/core/adapter"
import type Database from "better-sqlite3"

/** The sums of spans of buckets, by network. Each span is one run of the table. */
export const prepareNetworkSums = (database: Database.Database) => {
  const sums = database
    .prepare(
      `WITH spans (span, of_grain, first, end) AS MATERIALIZED (
         SELECT key, value ->> 'grain', value ->> 'from', value ->> 'to' FROM json_each(@spans))
       SELECT span, counted, network, sum(created) AS created, sum(completed) AS completed,
           sum(amount_minor) AS amount_minor, sum(fee_minor) AS fee_minor
         FROM spans CROSS JOIN network_figures
        WHERE partner_id = @partnerId AND grain = of_grain AND bucket >= first AND bucket < end
        GROUP BY span, counted, network`
    )
    .safeIntegers()
  return (partnerId: PartnerId, spans: ReadonlyArray<BucketSpan>): ReadonlyArray<NetworkSum> =>
    (sums.all({ partnerId, spans: JSON.stringify(spans) }) as ReadonlyArray<Row>).map((row) => ({
      span: integerIn(row, "span"),
      ...networkIn(row),
      figures: networkFiguresIn(row)
    }))
}
