import { type Concept, columnName, type Index, invariant, type ReadingOrder } from "@quittance/core/adapter"

/** Which rows an index covers, for its definition and for every statement that uses it. */
export const indexConditions = ({ where }: Index): ReadonlyArray<string> => [
  ...Object.entries(where?.in ?? {}).map(([field, texts]) =>
    texts.length === 1 ? `${columnName(field)} = ${list(texts)}` : `${columnName(field)} IN (${list(texts)})`
  ),
  ...(where?.unset ?? []).map((field) => `${columnName(field)} IS NULL`),
  ...(where?.set ?? []).map((field) => `${columnName(field)} IS NOT NULL`)
]

const list = (texts: ReadonlyArray<string>): string => texts.map((text) => `'${text}'`).join(", ")

/**
 * The rows whose first columns of an index hold given values, and whose next column is within bounds, where there are
 * any.
 */
export const rangeSql = (
  { indexes, table }: Pick<Concept<never>, "indexes" | "table">,
  name: string,
  equalCount: number,
  comparisons: ReadonlyArray<"<" | ">">,
  reading: ReadingOrder
): string => {
  const index = indexes[name]
  invariant(index !== undefined, `${table} have an index ${name}`)
  const columns = index.on.map(columnName)
  const bounded = columns[equalCount]
  const conditions = [
    ...columns.slice(0, equalCount).map((column) => `${column} = ?`),
    ...comparisons.map((comparison) => `${bounded} ${comparison} ?`),
    ...indexConditions(index)
  ]
  const direction = reading === "forwards" ? "" : " DESC"
  const order = columns.slice(equalCount).map((column) => `${column}${direction}`)
  // The index is named: left to itself SQLite prefers to walk all rows of a partner.
  return [
    `SELECT * FROM ${table} INDEXED BY ${table}_${name}`,
    ...(conditions.length === 0 ? [] : [`WHERE ${conditions.join(" AND ")}`]),
    ...(order.length === 0 ? [] : [`ORDER BY ${order.join(", ")}`]),
    "LIMIT ?"
  ].join(" ")
}

/** Keys start with the partner, so the id is looked for under each partner in turn. */
export const partnerOfSql = (
  table: string,
  column = "partner_id"
): string => `WITH RECURSIVE partner (id) AS (
    SELECT min(${column}) FROM ${table}
    UNION ALL
    SELECT (SELECT min(${column}) FROM ${table} WHERE ${column} > partner.id) FROM partner WHERE partner.id IS NOT NULL)
  SELECT partner.id FROM partner
   WHERE EXISTS (SELECT 1 FROM ${table} AS kept WHERE kept.${column} = partner.id AND kept.id = ?) LIMIT 1`
