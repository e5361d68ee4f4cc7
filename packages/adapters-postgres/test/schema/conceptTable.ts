import { type Column, type Concept, endingsOfConcept, listIndexesOf } from "@quittance/core/adapter"
import { endingColumns, endingConditions } from "../../src/schema/endingSql.ts"
import { indexColumns, indexConditions, quoted } from "../../src/schema/indexColumns.ts"

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
    "version bigint NOT NULL CHECK (version > 0)",
    ...(personal === "none" ? [] : [`personal ${text} CHECK (personal IS NULL OR redacted_at IS NULL)`]),
    `PRIMARY KEY (${partnerColumn === "id" ? "id" : "partner_id, id"})`,
    ...(statuses === undefined ? [] : [statusCheck(statuses)]),
    ...columns.flatMap(presenceChecks)
  ].join(",\n  ")}
);
${Object.entries(named.indexes)
  // The directory leads there.
  .filter(([, { across }]) => across !== "lookup")
  .map(([name, index]) => indexSql(table, name, indexColumns(columns, index), indexConditions(index)))
  .concat(
    endingsOfConcept(named.name).map((ending) =>
      indexSql(table, ending.index, endingColumns(ending), endingConditions(ending))
    )
  )
  .join("\n")}
${Object.entries(listIndexesOf(named))
  .filter(([name]) => !(name in named.indexes))
  .map(([name, made]) => `CREATE INDEX ${table}_${name} ON ${table} (${made.join(", ")});`)
  .join("\n")}
`

/** Texts are ordered by their bytes, like ids everywhere else. */
const text = `text COLLATE "C"`

const list = (texts: ReadonlyArray<string>): string => texts.map((each) => `'${each}'`).join(", ")

const columnSql = ({ isOptional, name, oneOf, states, type }: Column<never>): string =>
  [
    quoted(name),
    type === "text" ? text : "bigint",
    ...(isOptional || states !== undefined ? [] : ["NOT NULL"]),
    ...(oneOf === undefined ? [] : [`CHECK (${quoted(name)} IN (${list(oneOf)}))`])
  ].join(" ")

/** A field that only some states have is null in the others. */
const presenceChecks = ({ besides, isOptional, name, states }: Column<never>): ReadonlyArray<string> => {
  if (besides !== undefined && besides !== name)
    return [`CHECK ((${quoted(besides)} IS NULL) = (${quoted(name)} IS NULL))`]
  if (states === undefined) return []
  const isThere = `state IN (${list(states)})`
  return [
    isOptional
      ? `CHECK (${isThere} OR ${quoted(name)} IS NULL)`
      : `CHECK ((${isThere}) = (${quoted(name)} IS NOT NULL))`
  ]
}

const statusCheck = (statuses: { readonly [state: string]: string }): string =>
  `CHECK (status = CASE state ${Object.entries(statuses)
    .map(([state, status]) => `WHEN '${state}' THEN '${status}'`)
    .join(" ")} END)`

const indexSql = (
  table: string,
  name: string,
  on: ReadonlyArray<string>,
  conditions: ReadonlyArray<string>
): string => {
  const partial = conditions.length === 0 ? "" : ` WHERE ${conditions.join(" AND ")}`
  return `CREATE INDEX ${table}_${name} ON ${table} (${on.join(", ")})${partial};`
}
