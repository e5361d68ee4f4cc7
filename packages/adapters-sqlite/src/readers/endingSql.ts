import { columnName, type Ending, endingLength } from "@quittance/core/adapter"

const endOf = (text: string): string => `lower(substr(${text}, -${endingLength}))`

const lengthCondition = ({ field, lengths }: Ending): ReadonlyArray<string> =>
  lengths === undefined ? [] : [`length(${columnName(field)}) IN (${lengths.join(", ")})`]

/** The index of the ends of a field. SQLite appends the primary key of the table, which is the partner and the id. */
export const endingIndexSql = (table: string, ending: Ending): string => {
  const where = lengthCondition(ending).map((condition) => ` WHERE ${condition}`)
  return `CREATE INDEX ${table}_${ending.index} ON ${table} (${endOf(columnName(ending.field))})${where.join("")};`
}

/**
 * The newest rows of a partner, by their ids, whose field is one of the spellings, which end alike. Parameters: one of
 * the spellings, the partner, all spellings as JSON, how many rows.
 */
export const endingSql = (table: string, ending: Ending, conditions: ReadonlyArray<string> = []): string => {
  const column = columnName(ending.field)
  const compared = ending.letters === "kept" ? column : `lower(${column})`
  const all = [
    `${endOf(column)} = ${endOf("?")}`,
    "partner_id = ?",
    ...lengthCondition(ending),
    `${compared} IN (SELECT value FROM json_each(?))`,
    ...conditions
  ]
  return `SELECT id FROM ${table} INDEXED BY ${table}_${ending.index}
    WHERE ${all.join(" AND ")} ORDER BY id DESC LIMIT ?`
}
