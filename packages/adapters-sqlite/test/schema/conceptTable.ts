import {
  type Column,
  type Concept,
  columnName,
  endingsOfConcept,
  type Index,
  listIndexesOf
} from "@quittance/core/adapter"
import { indexConditions } from "../../src/readers/stateSql.ts"
import { endingTablesSql } from "./endingTables.ts"

/**
 * The table of a concept with its indexes, as its definition wants it. The constraints repeat the rules for rows,
 * against writes by other programs.
 */
export const conceptTable = <State>({
  columns,
  partnerColumn,
  personal,
  statuses,
  table,
  ...named
}: Concept<State>): string => `
CREATE TABLE ${table} (
  ${[
    ...columns.map(columnSql),
    "version INTEGER NOT NULL CHECK (version > 0)",
    ...(personal === "none" ? [] : ["personal TEXT CHECK (personal IS NULL OR redacted_at IS NULL)"]),
    `PRIMARY KEY (${partnerColumn === "id" ? "id" : "partner_id, id"})`,
    ...(statuses === undefined ? [] : [statusCheck(statuses)]),
    ...columns.flatMap(presenceChecks)
  ].join(",\n  ")}
) STRICT, WITHOUT ROWID;
${Object.entries(named.indexes)
  .map(([name, index]) => indexSql(table, name, index))
  .join("\n")}
${Object.entries(listIndexesOf(named))
  .filter(([name]) => !(name in named.indexes))
  .map(([name, columns]) => listIndexSql(table, name, columns))
  .concat(endingsOfConcept(named.name).map((ending) => endingTablesSql(table, ending)))
  .join("\n")}
`

const list = (texts: ReadonlyArray<string>): string => texts.map((text) => `'${text}'`).join(", ")

const columnSql = ({ isOptional, name, oneOf, states, type }: Column<never>): string =>
  [
    name,
    type === "text" ? "TEXT" : "INTEGER",
    ...(isOptional || states !== undefined ? [] : ["NOT NULL"]),
    ...(oneOf === undefined ? [] : [`CHECK (${name} IN (${list(oneOf)}))`])
  ].join(" ")

/** A field that only some states have is null in the others. */
const presenceChecks = ({ besides, isOptional, name, states }: Column<never>): ReadonlyArray<string> => {
  if (besides !== undefined && besides !== name) return [`CHECK ((${besides} IS NULL) = (${name} IS NULL))`]
  if (states === undefined) return []
  const isThere = `state IN (${list(states)})`
  return [
    isOptional ? `CHECK (${isThere} OR ${name} IS NULL)` : `CHECK ((${isThere}) = (${name} IS NOT NULL))`
  ]
}

const statusCheck = (statuses: { readonly [state: string]: string }): string =>
  `CHECK (status = CASE state ${Object.entries(statuses)
    .map(([state, status]) => `WHEN '${state}' THEN '${status}'`)
    .join(" ")} END)`

const indexSql = (table: string, name: string, index: Index): string => {
  const conditions = indexConditions(index)
  const partial = conditions.length === 0 ? "" : ` WHERE ${conditions.join(" AND ")}`
  return `CREATE INDEX ${table}_${name} ON ${table} (${index.on.map(columnName).join(", ")})${partial};`
}

export const listIndexSql = (table: string, name: string, columns: ReadonlyArray<string>): string =>
  `CREATE INDEX ${table}_${name} ON ${table} (${columns.join(", ")});`
