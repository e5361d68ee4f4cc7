import {
  changeSum,
  grainMillis,
  indexFor,
  type Lapsing,
  type ListedItems,
  type ListShape,
  lapsingOf,
  listColumns,
  listGrains,
  momentMillis,
  type Narrowed,
  runsOf,
  splitGrain
} from "@quittance/core/adapter"
import { rowsWithSums } from "../rows/rowsWithSums.ts"
import { changeRuns, journalChanges } from "./changeSql.ts"

/**
 * The statements over the items of a list. A page is merged from runs of the list's index, one per status
 * and, if the index separates them, per kind; only the rows of the page itself are read from the table.
 */

const quoted = (value: string): string => `'${value}'`

/** What is asked for is a parameter where it may be any text. */
const conditionsOf = (list: ListShape, narrowed: Narrowed): string => {
  const { kind, scope, status } = listColumns(list)
  return [
    "partner_id = @partnerId",
    ...(scope === undefined ? [] : [`${scope} = @scope`]),
    ...(narrowed.status === undefined ? [] : [`${status} = ${quoted(narrowed.status)}`]),
    ...(narrowed.kind === undefined
      ? []
      : [`${kind} = ${list.kind?.values === undefined ? "@kind" : quoted(narrowed.kind)}`])
  ].join(" AND ")
}

/** The items of one owner as recorded, each run in list order. */
const recordedRuns = (list: ListShape, narrowed: Narrowed): ReadonlyArray<string> => {
  const { changes } = list.items
  return changes === undefined
    ? runsOf(list, narrowed).map(
        (run) => `${indexed(list, indexFor(list, narrowed))} WHERE ${conditionsOf(list, run)}`
      )
    : changeRuns(list, changes, narrowed.kind).map((run) => `FROM (${run}) WHERE true`)
}

const indexed = ({ items: { table } }: ListShape, index: string | undefined): string =>
  `FROM ${table} INDEXED BY ${table}_${index}`

/** The items that are due to lapse by `@now` but not recorded, if the filter gains or loses them. */
const dueRun = (list: ListShape, { kind }: Narrowed, { at, conditions }: Lapsing): string =>
  `${indexed(list, list.status?.lapse?.index)} WHERE ${[
    conditionsOf(list, { status: undefined, kind }),
    ...conditions,
    `${at} <= @now`
  ].join(" AND ")}`

/** A page after a position in the list: a creation instant and an id; an empty id sorts before all others. */
export const pageSql = (list: ListShape, narrowed: Narrowed): string => {
  const { changes, columns } = list.items
  const recorded = recordedRuns(list, narrowed)
  const lapsing = lapsingOf(list, narrowed)
  const current =
    lapsing === undefined
      ? recorded
      : lapsing.change === 1
        ? [...recorded, dueRun(list, narrowed, lapsing)]
        : recorded.map((run) => `${run} AND coalesce(${lapsing.leavesAt} > @now, true)`)
  const within = "created_at >= @from AND (created_at, id) < (@createdAt, @id)"
  // Rows that are made of others are whole in their runs.
  if (changes !== undefined)
    return `${current.map((run) => `SELECT * ${run} AND ${within}`).join(" UNION ALL ")}
      ORDER BY created_at DESC, id DESC LIMIT @limit OFFSET @skip`
  return `SELECT ${columns?.map((name) => `kept.${name}`).join(", ") ?? "kept.*"} FROM (
      ${current.map((run) => `SELECT created_at, id ${run} AND ${within}`).join(" UNION ALL ")}
      ORDER BY created_at DESC, id DESC LIMIT @limit OFFSET @skip) AS listed
    CROSS JOIN ${rowsOf(list.items)} AS kept ON kept.partner_id = @partnerId AND kept.id = listed.id
    ORDER BY listed.created_at DESC, listed.id DESC`
}

const rowsOf = (items: Pick<ListedItems<never>, "table" | "sums">): string =>
  items.sums === undefined ? items.table : `(${rowsWithSums(items)})`

/** The number of items between two instants, as recorded. */
export const countSql = (list: ListShape, narrowed: Narrowed): string =>
  `SELECT ${recordedRuns(list, narrowed)
    .map((run) => `(SELECT count(*) ${run} AND created_at >= @from AND created_at < @to)`)
    .join(" + ")}`

/** What the changes of an account come to that are newer than one place in the list and older than another. */
export const changedSql = (list: ListShape): string =>
  `SELECT coalesce(sum(change_minor), 0) FROM (${recordedRuns(list, { status: undefined, kind: undefined })
    .map(
      (run) => `SELECT change_minor ${run} AND created_at >= @createdAt AND created_at <= @beforeAt
        AND (created_at, id) > (@createdAt, @id) AND (created_at, id) < (@beforeAt, @beforeId)`
    )
    .join(" UNION ALL ")})`

/** The creation instant of the newest item of an hour. */
export const newestInSql = (list: ListShape): string =>
  `SELECT max(newest) FROM (${recordedRuns(list, { status: undefined, kind: undefined })
    .map((run) => `SELECT max(created_at) AS newest ${run} AND created_at >= @start AND created_at < @end`)
    .join(" UNION ALL ")})`

/** Creation instants of the items that are due to lapse but not recorded. */
export const dueSql = (list: ListShape, narrowed: Narrowed, lapsing: Lapsing): string =>
  `SELECT created_at ${dueRun(list, narrowed, lapsing)} AND created_at >= @from`

const counted = `FROM list_counts WHERE list = @list AND partner_id = @partnerId AND scope = @scope AND grain = @grain
  AND status = @status AND bucket >= @from AND bucket < @to AND (@kind IS NULL OR kind = @kind)`

/** The sum of the counts in the buckets of a range. */
export const sumSql = `SELECT coalesce(sum(count), 0) ${counted}`

/** The same bucket by bucket, the newest first. */
export const newestSql = `SELECT bucket, sum(count) AS counted ${counted} GROUP BY bucket ORDER BY bucket DESC`

/** One sentence for each count that differs from its rows. */
export const wrongCountsSql = (list: ListShape): string => {
  const { kind = "''", scope = "''", status = "''" } = listColumns(list)
  const { changes, table } = list.items
  const rows = changes === undefined ? `${table} NOT INDEXED` : journalChanges(changes)
  const sum = changes === undefined ? "0" : "sum(change_minor)"
  const grains = listGrains.map((grain) => [grain, grainMillis[grain]] as const)
  const kept = [
    { of: "''", ofKind: "kind", n: "n" },
    ...(list.status === undefined ? [] : [{ of: "status", ofKind: "kind", n: "n" }]),
    ...(changes === undefined ? [] : [{ of: `'${changeSum}'`, ofKind: "''", n: "minor" }])
  ]
  const found = kept.flatMap(({ n, of, ofKind }) => {
    return [
      ...grains.map(
        ([grain, millis]) =>
          `SELECT partner_id, scope, '${grain}', ${of}, hour / ${millis} * ${millis}, ${ofKind}, 0, ${n} FROM found`
      ),
      `SELECT partner_id, scope, 'moment', ${of}, moment, ${ofKind}, 0, ${n} FROM found_in_moments`
    ]
  })
  const key = "partner_id, scope, grain, status, bucket, kind"
  return `WITH found AS MATERIALIZED (
      SELECT partner_id, ${scope} AS scope, ${status} AS status, created_at / ${grainMillis.hour} * ${grainMillis.hour} AS hour, ${kind} AS kind,
          count(*) AS n, ${sum} AS minor
        FROM ${rows} GROUP BY 1, 2, 3, 4, 5),
    split AS MATERIALIZED (
      SELECT partner_id AS split_partner, scope AS split_scope, bucket AS split_hour, count AS since FROM list_counts
       WHERE list = ${quoted(list.name)} AND grain = '${splitGrain}'),
    found_in_moments AS MATERIALIZED (
      SELECT partner_id, ${scope} AS scope, ${status} AS status, created_at / ${momentMillis} * ${momentMillis} AS moment, ${kind} AS kind,
          count(*) AS n, ${sum} AS minor
        FROM ${changes === undefined ? table : rows} CROSS JOIN split
       WHERE partner_id = split_partner AND ${scope} = split_scope
         AND created_at >= since AND created_at / ${grainMillis.hour} * ${grainMillis.hour} = split_hour
       GROUP BY 1, 2, 3, 4, 5),
    compared (${key}, kept, counted) AS (
      SELECT ${key}, count, 0 FROM list_counts WHERE list = ${quoted(list.name)} AND grain <> '${splitGrain}'
      UNION ALL ${found.join(" UNION ALL ")})
    SELECT 'list_counts keeps ' || sum(kept) || ' of ${list.name} for ' || rtrim(partner_id || ' ' || scope || ' ' || status
        || ' ' || kind) || ' in the ' || grain || ' ' || strftime('%Y-%m-%dT%H:%MZ', bucket / 1000, 'unixepoch')
        || '; there are ' || sum(counted)
      FROM compared GROUP BY ${key} HAVING sum(kept) <> sum(counted)`
}
