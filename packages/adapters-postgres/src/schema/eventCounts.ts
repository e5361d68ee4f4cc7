/**
 * How many events there are of a partner and UTC day, kept in `list_counts` like the counts of lists: under the name of
 * the table, with the kind of those that carry a checksum or of those that do not. Every commit adds to it, and nothing
 * ever takes away, so an event that is removed is missing.
 */
export const eventCounts = { list: "events", grain: "day", checked: "checked", unchecked: "" } as const

const counted = `SELECT partner_id, at / 86400000 * 86400000 AS day,
    CASE WHEN checksum IS NULL THEN '${eventCounts.unchecked}' ELSE '${eventCounts.checked}' END AS kind, count(*) AS n
  FROM events GROUP BY 1, 2, 3`

/** Counts the events that are there, in a store that does not count them yet. */
export const firstEventCounts = `INSERT INTO list_counts (partner_id, list, scope, grain, status, bucket, kind, count)
  SELECT partner_id, '${eventCounts.list}', '', '${eventCounts.grain}', '', day, kind, n FROM (${counted}) AS counted`

/** One sentence for each partner and day whose events are not as many as were committed. */
export const missingEvents = {
  name: "events that are missing",
  text: `SELECT abs(sum(kept) - sum(n)) || ' of the ' || sum(kept) || ' events of ' || partner_id || ' on '
      || to_char(to_timestamp(day / 1000) AT TIME ZONE 'UTC', 'YYYY-MM-DD')
      || CASE WHEN sum(kept) > sum(n) THEN ' are missing' ELSE ' were added by no commit' END AS fault
    FROM (SELECT partner_id, bucket AS day, kind, count AS kept, 0 AS n FROM list_counts WHERE list = '${eventCounts.list}'
          UNION ALL SELECT partner_id, day, kind, 0, n FROM (${counted}) AS counted) AS compared
   GROUP BY partner_id, day, kind HAVING sum(kept) <> sum(n)`
}
