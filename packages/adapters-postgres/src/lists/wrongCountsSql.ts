import {
  changeSum,
  grainMillis,
  type ListShape,
  listColumns,
  listGrains,
  momentMillis,
  splitGrain
} from "@quittance/core/adapter"
import { journalChanges } from "./changeSql.ts"

/**
 * The counts of a list that are not those of its rows, one sentence each. All rows are counted once, by hours; from
 * these come the counts of days and hours. Those of split hours are counted once more, by moments.
 */
export const wrongCountsSql = (list: ListShape): string => {
  const { kind = "''", scope = "''", status = "''" } = listColumns(list)
  const { hour } = grainMillis
  const { changes, table } = list.items
  const rows = changes === undefined ? table : journalChanges(changes)
  const minor = changes === undefined ? "0" : "sum(change_minor)::bigint"
  const key = "partner_id, scope, grain, status, bucket, kind"
  const counted = [
    { of: "''", ofKind: "kind", n: "n" },
    ...(list.status === undefined ? [] : [{ of: "status", ofKind: "kind", n: "n" }]),
    ...(changes === undefined ? [] : [{ of: `'${changeSum}'`, ofKind: "''", n: "minor" }])
  ].flatMap(({ n, of, ofKind }) => [
    ...listGrains.map(
      (grain) =>
        `SELECT partner_id, scope, '${grain}', ${of}, hour / ${grainMillis[grain]} * ${grainMillis[grain]}, ${ofKind}, 0, ${n} FROM found`
    ),
    `SELECT partner_id, scope, 'moment', ${of}, moment, ${ofKind}, 0, ${n} FROM found_in_moments`
  ])
  const columns = `partner_id, ${scope} AS scope, ${status} AS status`
  return `WITH found AS MATERIALIZED (
      SELECT ${columns}, created_at / ${hour} * ${hour} AS hour, ${kind} AS kind, count(*) AS n, ${minor} AS minor
        FROM ${rows} GROUP BY 1, 2, 3, 4, 5),
    found_in_moments AS MATERIALIZED (
      SELECT ${columns}, created_at / ${momentMillis} * ${momentMillis} AS moment, ${kind} AS kind, count(*) AS n, ${minor} AS minor
        FROM ${rows} JOIN (
          SELECT partner_id AS split_partner, scope AS split_scope, bucket AS split_hour, count AS since FROM list_counts
           WHERE list = '${list.name}' AND grain = '${splitGrain}') AS split
          ON partner_id = split_partner AND ${scope} = split_scope AND created_at >= since
            AND created_at / ${hour} * ${hour} = split_hour
       GROUP BY 1, 2, 3, 4, 5),
    compared (${key}, kept, counted) AS (
      SELECT ${key}, count, 0 FROM list_counts WHERE list = '${list.name}' AND grain <> '${splitGrain}'
      UNION ALL ${counted.join(" UNION ALL ")})
    SELECT 'list_counts keeps ' || sum(kept) || ' of ${list.name} for ' || rtrim(concat_ws(' ', partner_id, scope, status, kind))
        || ' in the ' || grain || ' ' || to_char(to_timestamp(bucket / 1000) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI"Z"')
        || '; there are ' || sum(counted) AS fault
      FROM compared GROUP BY ${key} HAVING sum(kept) <> sum(counted)`
}
