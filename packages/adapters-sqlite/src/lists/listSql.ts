import { type Lapsing, lapsingOf, type Narrowed, runsOf } from "@quittance/core"
import type { ListTable, TabledList } from "./ListTable.ts"

/**
 * The statements over the items of a list. A page is merged from runs of the list's index, one per status
 * and, if the index separates them, per kind; only the rows of the page itself are read from the table.
 */

const quoted = (value: string): string => `'${value}'`

const conditionsOf = ({ kind, scope, status }: ListTable<unknown>, narrowed: Narrowed): string =>
  [
    "partner_id = @partnerId",
    ...(scope === undefined ? [] : [`${scope} = @scope`]),
    ...(narrowed.status === undefined ? [] : [`${status} = ${quoted(narrowed.status)}`]),
    ...(narrowed.kind === undefined ? [] : [`${kind} = ${quoted(narrowed.kind)}`])
  ].join(" AND ")

/** The items of one owner as recorded, each run in list order. */
const recordedRuns = ({ list, table }: TabledList, narrowed: Narrowed): ReadonlyArray<string> =>
  runsOf(list, table, narrowed).map(
    (run) => `FROM ${table.table} INDEXED BY ${table.index} WHERE ${conditionsOf(table, run)}`
  )

/** The items that are due to lapse by `@now` but not recorded, if the filter gains or loses them. */
const dueRun = ({ table }: TabledList, lapsing: Lapsing): string =>
  `FROM ${table.table} INDEXED BY ${table.lapseIndex} WHERE ${conditionsOf(table, lapsing)} AND ${lapsing.at} <= @now`

/** A page after a position in the list: a creation instant and an id; an empty id sorts before all others. */
export const pageSql = (tabled: TabledList, narrowed: Narrowed): string => {
  const { list, table } = tabled
  const recorded = recordedRuns(tabled, narrowed)
  const lapsing = lapsingOf(list, table, narrowed)
  const current =
    lapsing === undefined
      ? recorded
      : lapsing.change === 1
        ? [...recorded, dueRun(tabled, lapsing)]
        : recorded.map((run) => `${run} AND ${lapsing.at} > @now`)
  const within = "created_at >= @from AND (created_at, id) < (@createdAt, @id)"
  return `SELECT ${table.columns ?? "kept.*"} FROM (
      ${current.map((run) => `SELECT created_at, id ${run} AND ${within}`).join(" UNION ALL ")}
      ORDER BY created_at DESC, id DESC LIMIT @limit OFFSET @skip) AS listed
    CROSS JOIN ${table.rows ?? table.table} AS kept ON kept.partner_id = @partnerId AND kept.id = listed.id
    ORDER BY listed.created_at DESC, listed.id DESC`
}

/** The number of items between two instants, as recorded. */
export const countSql = (tabled: TabledList, narrowed: Narrowed): string =>
  `SELECT ${recordedRuns(tabled, narrowed)
    .map((run) => `(SELECT count(*) ${run} AND created_at >= @from AND created_at < @to)`)
    .join(" + ")}`

/** Creation instants of the items that are due to lapse but not recorded. */
export const dueSql = (tabled: TabledList, lapsing: Lapsing): string =>
  `SELECT created_at ${dueRun(tabled, lapsing)} AND created_at >= @from`

const counted = `FROM list_counts WHERE list = @list AND partner_id = @partnerId AND scope = @scope AND grain = @grain
  AND status = @status AND bucket >= @from AND bucket < @to AND (@kind IS NULL OR kind = @kind)`

/** The sum of the counts in the buckets of a range. */
export const sumSql = `SELECT coalesce(sum(count), 0) ${counted}`

/** The same bucket by bucket, the newest first. */
export const newestSql = `SELECT bucket, sum(count) AS counted ${counted} GROUP BY bucket ORDER BY bucket DESC`

/** One sentence for each count that differs from its rows. */
export const wrongCountsSql = (
  { list, table }: TabledList,
  grains: ReadonlyArray<readonly [grain: string, millis: number]>
): string => {
  const { kind = "''", scope = "''", status = "''" } = table
  const found = grains.flatMap(([grain, millis]) =>
    ["''", ...(table.status === undefined ? [] : ["status"])].map(
      (of) =>
        `SELECT partner_id, scope, '${grain}', ${of}, hour / ${millis} * ${millis}, kind, 0, n FROM found`
    )
  )
  const key = "partner_id, scope, grain, status, bucket, kind"
  return `WITH found AS MATERIALIZED (
      SELECT partner_id, ${scope} AS scope, ${status} AS status, created_at / ${hour} * ${hour} AS hour, ${kind} AS kind,
          count(*) AS n
        FROM ${table.table} NOT INDEXED GROUP BY 1, 2, 3, 4, 5),
    compared (${key}, kept, counted) AS (
      SELECT ${key}, count, 0 FROM list_counts WHERE list = ${quoted(list.name)} UNION ALL ${found.join(" UNION ALL ")})
    SELECT 'list_counts keeps ' || sum(kept) || ' of ${list.name} for ' || rtrim(partner_id || ' ' || scope || ' ' || status
        || ' ' || kind) || ' in the ' || grain || ' ' || strftime('%Y-%m-%dT%H:%MZ', bucket / 1000, 'unixepoch')
        || '; there are ' || sum(counted)
      FROM compared GROUP BY ${key} HAVING sum(kept) <> sum(counted)`
}

const hour = 3_600_000
