import { columnName, type Ending, endingLength } from "@quittance/core/adapter"

/**
 * The ends of a field are appended to one table, and each time that it has some thousands of them, they are moved,
 * sorted, into another, as its next run. So entries that come together are written together, though they are of random
 * order. A value that was replaced keeps its entry.
 */

export const endOf = (text: string): string => `lower(substr(${text}, -${endingLength}))`

export const isCovered = ({ field, lengths }: Ending, row: string): ReadonlyArray<string> =>
  lengths === undefined ? [] : [`length(${row}.${columnName(field)}) IN (${lengths.join(", ")})`]

/** A fault if rows have no entry. */
export const unfoundSql = (table: string, ending: Ending): string => {
  const runs = `${table}_${ending.index}`
  const column = columnName(ending.field)
  const conditions = isCovered(ending, table).map((condition) => ` WHERE ${condition}`)
  return `SELECT count(*) || ' of ${table} are not found by ${column}' FROM (
    SELECT ${endOf(column)}, partner_id, id FROM ${table}${conditions.join("")}
    EXCEPT SELECT ending, partner_id, id FROM ${runs} EXCEPT SELECT ending, partner_id, id FROM ${runs}_new)
  HAVING count(*) > 0`
}

/** How the rows of a partner are read whose field is one of several spellings, which end alike. */
export interface EndingReads {
  /** The newest ids that no run has yet. Parameters: those of `runs`. */
  readonly unsorted: string
  /** The runs that have any, the newest first. Parameters: a spelling, the partner, all spellings as JSON, how many. */
  readonly runs: string
  /** The newest ids in one run. Parameters: the run, then those of `runs`. */
  readonly inRun: string
}

/** Ids are made in the order of creation, so a later run has newer ones. */
export const endingReads = (
  table: string,
  ending: Ending,
  conditions: ReadonlyArray<string> = []
): EndingReads => {
  const runs = `${table}_${ending.index}`
  const column = `kept.${columnName(ending.field)}`
  const kept = `CROSS JOIN ${table} AS kept ON kept.partner_id = held.partner_id AND kept.id = held.id`
  const all = [
    `held.ending = ${endOf("?")}`,
    "held.partner_id = ?",
    `${ending.letters === "kept" ? column : `lower(${column})`} IN (SELECT value FROM json_each(?))`,
    ...conditions.map((condition) => `kept.${condition}`)
  ].join(" AND ")
  return {
    unsorted: `SELECT DISTINCT held.id FROM ${runs}_new AS held ${kept} WHERE ${all} ORDER BY held.id DESC LIMIT ?`,
    runs: `WITH RECURSIVE sorted(run) AS (
      SELECT max(run) FROM ${runs} UNION ALL SELECT run - 1 FROM sorted WHERE run > 1)
      SELECT run FROM sorted WHERE EXISTS (
        SELECT 1 FROM ${runs} AS held ${kept} WHERE held.run = sorted.run AND ${all}) LIMIT ?`,
    inRun: `SELECT held.id FROM ${runs} AS held ${kept} WHERE held.run = ? AND ${all} ORDER BY held.id DESC LIMIT ?`
  }
}
