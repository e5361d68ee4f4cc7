import type { Addition, SumTable } from "@quittance/core/adapter"
import type Database from "better-sqlite3"

/** Adds to the rows of a table of sums. */
export const prepareSumTable = (
  database: Database.Database,
  { key, name, sums }: SumTable
): ((addition: Addition) => void) => {
  const columns = [...key.map((column) => column.name), ...sums]
  const added = sums.map((sum) => `${sum} = ${sum} + excluded.${sum}`)
  const add = database.prepare(
    `INSERT INTO ${name} (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})
     ON CONFLICT DO UPDATE SET ${added.join(", ")}`
  )
  return (addition) => {
    add.run(...addition.key, ...addition.sums)
  }
}
