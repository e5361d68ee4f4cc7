import { columnName, type Ending, endingLength } from "@quittance/core/adapter"

const endOf = (text: string): string => `lower(substr(${text}, -${endingLength}))`

const lengthCondition = ({ field, lengths }: Ending): ReadonlyArray<string> =>
  lengths === undefined ? [] : [`length(${columnName(field)}) IN (${lengths.join(", ")})`]

/** The index of the ends of a field. */
export const endingIndexSql = (table: string, ending: Ending): string => {
  const where = lengthCondition(ending).map((condition) => ` WHERE ${condition}`)
  return `CREATE INDEX ${table}_${ending.index} ON ${table} (partner_id, ${endOf(columnName(ending.field))}, created_at)${where.join("")};`
}

/**
 * The newest rows of a partner whose field is one of the spellings, which end alike. Parameters: the partner, one of
 * the spellings, all of them as JSON, how many rows.
 */
export const endingSql = (table: string, ending: Ending, conditions: ReadonlyArray<string> = []): string => {
  const column = columnName(ending.field)
  const compared = ending.letters === "kept" ? column : `lower(${column})`
  const all = [
    "partner_id = ?",
    `${endOf(column)} = ${endOf("?")}`,
    ...lengthCondition(ending),
    `${compared} IN (SELECT value FROM json_each(?))`,
    ...conditions
  ]
  return `SELECT id FROM ${table} INDEXED BY ${table}_${ending.index}
    WHERE ${all.join(" AND ")} ORDER BY created_at DESC, id DESC LIMIT ?`
}
