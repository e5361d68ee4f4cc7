import type Database from "better-sqlite3"
import { partsOf } from "../../src/schema/tableText.ts"

/** A table, whichever way its definition was written. */
export interface TableShape {
  /** By name: the definition without its checks. */
  readonly columns: { readonly [name: string]: string }
  /** Of columns and of the table, in the order of their texts. */
  readonly checks: ReadonlyArray<string>
  /** The other constraints, and what follows the definition. */
  readonly others: ReadonlyArray<string>
  /** By name: the statement that makes it. */
  readonly indexes: { readonly [name: string]: string }
}

export const shapeOf = (database: Database.Database, table: string): TableShape | undefined => {
  const definition = database
    .prepare("SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = ?")
    .pluck()
    .get(table) as string | undefined
  if (definition === undefined) return undefined
  const indexes = database
    .prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL")
    .raw()
    .all(table) as ReadonlyArray<[string, string]>
  const parts = partsOf(definition).map(({ isConstraint, text }) => ({ isConstraint, ...split(text) }))
  const columns = parts.filter(({ isConstraint }) => !isConstraint).map(({ rest }) => rest)
  return {
    columns: Object.fromEntries(columns.map((each) => [each.split(" ")[0] ?? "", each])),
    checks: parts.flatMap(({ checks }) => checks).sort(),
    others: [
      ...parts.filter(({ isConstraint, rest }) => isConstraint && rest !== "").map(({ rest }) => rest),
      definition.slice(definition.lastIndexOf(")") + 1).trim()
    ].sort(),
    indexes: Object.fromEntries(indexes.map(([name, sql]) => [name, plain(sql)]))
  }
}

/** The definitions of all whose name begins like this. */
export const partsNamed = (database: Database.Database, name: string): { readonly [name: string]: string } =>
  Object.fromEntries(
    (
      database
        .prepare(
          "SELECT name, sql FROM sqlite_schema WHERE name GLOB ? || '*' AND sql IS NOT NULL ORDER BY name"
        )
        .raw()
        .all(name) as ReadonlyArray<[string, string]>
    ).map(([part, sql]) => [part, plain(sql)])
  )

const plain = (sql: string): string => sql.replaceAll(/\s+/g, " ").trim()

/** The checks of a column or constraint, and the rest of it. */
const split = (part: string): { readonly checks: ReadonlyArray<string>; readonly rest: string } => {
  const checks: Array<string> = []
  let rest = part
  for (;;) {
    const at = rest.search(/\bCHECK\s*\(/)
    if (at === -1) return { checks, rest: plain(rest) }
    let depth = 0
    let end = rest.indexOf("(", at)
    do {
      if (rest[end] === "(") depth += 1
      if (rest[end] === ")") depth -= 1
      end += 1
    } while (depth > 0 && end < rest.length)
    checks.push(plain(rest.slice(at, end)))
    rest = rest.slice(0, at) + rest.slice(end)
  }
}
