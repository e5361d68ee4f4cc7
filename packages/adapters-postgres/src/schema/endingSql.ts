import { columnName, type Ending, endingLength } from "@quittance/core/adapter"
import { quoted } from "./indexColumns.ts"

const endOf = (text: string): string => `lower("right"(${text}, ${endingLength}))`

/** What the index of the ends of a field is on. */
export const endingColumns = ({ field }: Ending): ReadonlyArray<string> => [
  "partner_id",
  endOf(quoted(columnName(field))),
  "created_at"
]

/** Which rows it covers. */
export const endingConditions = ({ field, lengths }: Ending): ReadonlyArray<string> =>
  lengths === undefined ? [] : [`length(${quoted(columnName(field))}) IN (${lengths.join(", ")})`]

/**
 * The newest rows of a partner whose field is one of the spellings, which end alike. `spellings` is the parameter with
 * all of them.
 */
export const endingSql = (
  table: string,
  ending: Ending,
  spellings: string,
  rowConditions: ReadonlyArray<string>,
  rowsMax: number
): string => {
  const column = quoted(columnName(ending.field))
  const conditions = [
    "partner_id = $1",
    `${endOf(column)} = ${endOf(`(${spellings})[1]`)}`,
    ...endingConditions(ending),
    `${ending.letters === "kept" ? column : `lower(${column})`} = ANY (${spellings})`,
    ...rowConditions
  ]
  return `SELECT id FROM ${table} WHERE ${conditions.join(" AND ")} ORDER BY created_at DESC, id DESC LIMIT ${rowsMax}`
}
