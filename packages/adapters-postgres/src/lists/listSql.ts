import {
  counterTables,
  everyStatus,
  grainMillis,
  type Lapsing,
  type ListGrain,
  type ListShape,
  lapsingOf,
  listColumns,
  momentMillis,
  type Narrowed,
  runsOf,
  splitGrain,
  startOfTime
} from "@quittance/core/adapter"
import { changeRuns, withAfter } from "./changeSql.ts"

/**
 * The statements over the items of a list. A page is merged from runs of the list's index, one per status and, if the
 * index separates them, per kind; only the rows of the page itself are read from the table. All of a page is one
 * statement, so its parts agree.
 */

/** A list, and which of the filters are asked for. */
export interface Asked {
  readonly list: ListShape
  readonly narrowed: Narrowed
}

/** How a page is found. */
export interface PageForm {
  /** `walked`: from the range's end. `placed`: by the counts. */
  readonly way: "walked" | "placed"
  /** Whether the range cuts hours, whose items are counted one by one. */
  readonly cuts: "hours" | "none"
}

const quoted = (value: string): string => `'${value}'`

const conditionsOf = ({ list, narrowed }: Asked, run: Narrowed): string => {
  const { kind, scope, status } = listColumns(list)
  return [
    "partner_id = @partnerId",
    ...(scope === undefined ? [] : [`${scope} = @scope`]),
    ...(run.status === undefined
      ? []
      : [`${status} = ${run.status === narrowed.status ? "@status" : quoted(run.status)}`]),
    ...(run.kind === undefined
      ? []
      : [`${kind} = ${run.kind === narrowed.kind ? "@kind" : quoted(run.kind)}`])
  ].join(" AND ")
}

/** The items of one owner as recorded, each run in list order. */
const recordedRuns = (asked: Asked): ReadonlyArray<string> => {
  const { changes, table } = asked.list.items
  return changes === undefined
    ? runsOf(asked.list, asked.narrowed).map((run) => `FROM ${table} WHERE ${conditionsOf(asked, run)}`)
    : changeRuns(changes, asked.narrowed.kind).map((run) => `FROM ${run} WHERE true`)
}

/**
 * The items that are due to lapse by `@now` but not recorded: few, but the planner expects many, because the instants
 * of most items of any status are past. So that it reads these few by the index of instants, the text has the states of
 * that index, which a plan for any status could not use; their order is asked for; and a range is, of which the planner
 * expects less than of what lies before an instant.
 */
const dueSql = ({ list }: Asked, { at, conditions }: Lapsing): string =>
  `SELECT created_at, id, ${listColumns(list).kind ?? "''"} AS kind
     FROM ${list.items.table} WHERE ${[conditionsOf({ list, narrowed: anything }, anything), ...conditions].join(" AND ")}
       AND ${at} BETWEEN ${startOfTime} AND @now ORDER BY ${at}, id`

const anything: Narrowed = { status: undefined, kind: undefined }

/** Of `due`, what the filter asks for. */
const dueRun = ({ narrowed }: Asked): string =>
  `FROM due WHERE created_at >= @from ${narrowed.kind === undefined ? "" : "AND kind = @kind"}`

const withDue = (asked: Asked, lapsing: Lapsing | undefined): ReadonlyArray<string> =>
  lapsing === undefined ? [] : [`due AS MATERIALIZED (${dueSql(asked, lapsing)})`]

/**
 * The items as of `@now`, each run in list order. Of two bounds of one column the planner expects so few items that it
 * would sort them, so the lower one is a pair.
 */
const currentRuns = (asked: Asked): ReadonlyArray<string> => {
  const lapsing = lapsingOf(asked.list, asked.narrowed)
  const recorded = recordedRuns(asked).map((run) => `${run} AND (created_at, id) >= (@from, '')`)
  if (lapsing === undefined) return recorded
  return lapsing.change === 1
    ? [...recorded, dueRun(asked)]
    : // Not a comparison of the column, or the planner would leave the order of the list for the index of these instants.
      recorded.map((run) => `${run} AND coalesce(${lapsing.leavesAt} - @now > 0, true)`)
}

const inListOrder = "ORDER BY created_at DESC, id DESC"

/**
 * The ids of a slice of the list, or whole changes, which are made of others. No run is read further than the slice
 * may reach: the planner would read all of a long one.
 */
const slice = (asked: Asked, below: string, skip: string): string =>
  `SELECT ${asked.list.items.changes === undefined ? "id" : "*"} FROM (${currentRuns(asked)
    .map(
      (run) =>
        `(SELECT ${asked.list.items.changes === undefined ? "created_at, id" : "*"} ${run} AND ${below} ${inListOrder} LIMIT @limit::bigint + ${skip})`
    )
    .join(" UNION ALL ")}) AS run ${inListOrder} LIMIT @limit::bigint OFFSET ${skip}`

/** What a page needs before its rows. */
const withPage = ({ list }: Asked, sliced: string): ReadonlyArray<string> =>
  list.items.changes === undefined ? [] : [`page AS MATERIALIZED (${sliced})`]

/** The rows with the ids of a slice: the index of the table's key is used, however many the planner expects. */
const rowsOf = ({ list: { items }, narrowed }: Asked, ids: string): string =>
  items.changes !== undefined
    ? withAfter(items.changes, narrowed.kind === undefined ? "every" : "one")
    : `SELECT ${items.columns?.map((name) => `kept.${name}`).join(", ") ?? "kept.*"} FROM ${withSums(items)} AS kept WHERE kept.partner_id = @partnerId AND kept.id = ANY (ARRAY(${ids}))`

/** The rows with their sums. Each sum is looked up by itself: joined, all sums of the partner might be read. */
const withSums = ({ sums, table }: ListShape["items"]): string => {
  if (sums === undefined) return table
  const { key, name, sums: columns } = counterTables[sums]
  const subject = key[1]?.name
  const each = columns.map(
    (column) => `coalesce((
        SELECT ${column} FROM ${name} WHERE partner_id = @partnerId AND ${subject} = id), 0) AS ${column}`
  )
  return `(SELECT ${table}.*, ${each.join(", ")}
      FROM ${table})`
}

/** The creation instant of the newest item of an hour. */
export const newestInSql = (list: ListShape): string =>
  `SELECT max(newest) FROM (${recordedRuns({ list, narrowed: anything })
    .map((run) => `SELECT max(created_at) AS newest ${run} AND created_at >= @start AND created_at < @end`)
    .join(" UNION ALL ")}) AS runs`

/** A slice after a point in the list: a creation instant and an id. */
export const sliceSql = (asked: Asked): string => {
  const ids = slice(asked, "(created_at, id) < (@createdAt, @id)", "0")
  const parts = [...withDue(asked, lapsingOf(asked.list, asked.narrowed)), ...withPage(asked, ids)]
  return `${parts.length === 0 ? "" : `WITH ${parts.join()}`}
    SELECT * FROM (${rowsOf(asked, ids)}) AS kept ORDER BY created_at DESC, id DESC`
}

/**
 * A page with the list's total, of which every row has a copy; without items there is one row without an id. `@pieces…`
 * are the pieces of the total and of what is newer than the range, each with its sign in both.
 */
export const pageSql = (asked: Asked, { cuts, way }: PageForm): string => {
  const lapsing = lapsingOf(asked.list, asked.narrowed)
  const counts = `list_counts WHERE partner_id = @partnerId AND list = @list AND scope = @scope AND status = @counted
    ${asked.narrowed.kind === undefined ? "" : "AND kind = @kind"}`
  const bucketed = (grain: ListGrain, within = ""): string => {
    const kept = `SELECT bucket, count FROM ${counts} AND grain = '${grain}' ${within}`
    const millis = grain === "moment" ? momentMillis : grainMillis[grain]
    const all =
      lapsing === undefined
        ? kept
        : `${kept} UNION ALL SELECT bucket, ${lapsing.change} FROM
            (SELECT created_at / ${millis} * ${millis} AS bucket ${dueRun(asked)}) AS due WHERE true ${within}`
    return `SELECT bucket, sum(count)::bigint AS count FROM (${all}) AS each GROUP BY bucket`
  }
  /** The bucket with the position \`skip\` of a relation, and the position in the bucket. Newer buckets come first. */
  const placed = (buckets: string, position: string): string =>
    `SELECT bucket, skip FROM
       (SELECT buckets.bucket, count, (position.skip + count - sum(count) OVER (ORDER BY buckets.bucket DESC))::bigint AS skip
          FROM (${buckets}) AS buckets, ${position} AS position) AS walked
      WHERE skip >= 0 AND skip < count`
  /** From when on the items of an hour are counted by moments; null if it is not split. */
  const splitOf = (hour: string): string =>
    `(SELECT count FROM list_counts WHERE partner_id = @partnerId AND list = @list AND scope = @scope
       AND grain = '${splitGrain}' AND status = '${everyStatus}' AND bucket = ${hour})`
  const inHours = `AND bucket >= (SELECT bucket FROM day) AND bucket < (SELECT bucket + ${grainMillis.day} FROM day)`
  const inSplit = "AND bucket >= (SELECT since FROM split) AND bucket < (SELECT until FROM split)"
  const counted = [
    `SELECT total, newer, kept.count
       FROM unnest(@sources::text[], @firsts::bigint[], @untils::bigint[], @totals::bigint[], @newers::bigint[])
         AS piece (source, first, until, total, newer) CROSS JOIN LATERAL (
           SELECT sum(count) AS count FROM ${counts} AND grain = source AND bucket >= first AND bucket < until) AS kept`,
    ...(cuts === "none"
      ? []
      : [
          `SELECT total, newer, found.count FROM cut CROSS JOIN LATERAL (VALUES (first, low), (high, until)) AS span (low, high)
             CROSS JOIN LATERAL (SELECT sum(count) AS count FROM (${recordedRuns(asked)
               .map((run) => `SELECT count(*) ${run} AND created_at >= span.low AND created_at < span.high`)
               .join(" UNION ALL ")}) AS runs) AS found WHERE span.low < span.high`,
          `SELECT total, newer, kept.count FROM cut CROSS JOIN LATERAL (
             SELECT sum(count) AS count FROM ${counts} AND grain = 'moment' AND bucket >= low AND bucket < high) AS kept
            WHERE low < high`
        ]),
    ...(lapsing === undefined
      ? []
      : [`SELECT (created_at < @to)::int, (created_at >= @to)::int, ${lapsing.change} ${dueRun(asked)}`])
  ]
  const parts = [
    ...withDue(asked, lapsing),
    ...(cuts === "none" ? [] : [cutSql(splitOf)]),
    `counted AS MATERIALIZED (
       SELECT coalesce(sum(total * count), 0)::bigint AS total, coalesce(sum(newer * count), 0)::bigint AS newer
         FROM (${counted.join(" UNION ALL ")}) AS counted (total, newer, count))`,
    ...(way === "walked"
      ? []
      : [
          `day AS MATERIALIZED (${placed(bucketed("day"), "(SELECT newer + @offset::bigint AS skip FROM counted)")})`,
          `hour AS MATERIALIZED (${placed(bucketed("hour", inHours), "day")})`,
          `split AS MATERIALIZED (
             SELECT coalesce(${splitOf("hour.bucket")}, bucket + ${grainMillis.hour}) AS since, bucket + ${grainMillis.hour} AS until FROM hour)`,
          `moments AS MATERIALIZED (${bucketed("moment", inSplit)})`,
          `place AS MATERIALIZED (
             SELECT bucket + ${momentMillis} AS before, skip FROM (${placed("SELECT * FROM moments", "hour")}) AS moment
             UNION ALL SELECT since, skip - newer FROM hour, split, (
               SELECT coalesce(sum(count), 0)::bigint AS newer FROM moments) AS kept WHERE skip >= newer)`
        ])
  ]
  const ids =
    way === "walked"
      ? slice(asked, "created_at < @to", "@offset::bigint")
      : slice(asked, "created_at < (SELECT before FROM place)", "(SELECT skip FROM place)")
  return `WITH ${[...parts, ...withPage(asked, ids)].join(",\n")}
    SELECT counted.total AS listed_total, kept.* FROM counted LEFT JOIN (${rowsOf(asked, ids)}) AS kept ON true
     ORDER BY kept.created_at DESC, kept.id DESC`
}

/**
 * The pieces of hours that a range cuts: from `low` to `high` there are whole moments, and before and after them the
 * items are counted one by one.
 */
const cutSql = (splitOf: (hour: string) => string): string => {
  const [moment, hour] = [momentMillis, grainMillis.hour]
  const low = `(greatest(first, since) + ${moment - 1}) / ${moment} * ${moment}`
  const high = `until / ${moment} * ${moment}`
  return `cut AS MATERIALIZED (
    SELECT first, until, total, newer, CASE WHEN ${low} < ${high} THEN ${low} ELSE until END AS low,
        CASE WHEN ${low} < ${high} THEN ${high} ELSE until END AS high
      FROM unnest(@rowFirsts::bigint[], @rowUntils::bigint[], @rowTotals::bigint[], @rowNewers::bigint[])
        AS piece (first, until, total, newer)
        CROSS JOIN LATERAL (SELECT coalesce(${splitOf(`first / ${hour} * ${hour}`)}, until) AS since) AS split)`
}
