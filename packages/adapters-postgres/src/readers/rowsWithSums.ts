import { counterTables, invariant, type ListedItems } from "@quittance/core/adapter"

/** The rows of a table with the sums that are kept of each; zero where nothing was counted yet. */
export const rowsWithSums = ({ sums, table }: Pick<ListedItems<never>, "table" | "sums">): string => {
  invariant(sums !== undefined, `sums are kept of ${table}`)
  const { key, name, sums: columns } = counterTables[sums]
  const [owner, subject] = key.map((column) => `${name}.${column.name}`)
  return `SELECT ${table}.*, ${columns.map((column) => `coalesce(${name}.${column}, 0) AS ${column}`).join(", ")} FROM ${table}
    LEFT JOIN ${name} ON ${owner} = ${table}.partner_id AND ${subject} = ${table}.id`
}
