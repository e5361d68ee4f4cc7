import { type Column, columnName, type Concept, type Index } from "@quittance/core"

/**
 * The table of a concept with its indexes, derived from the definition. The constraints repeat the rules for
 * rows, against writes by other programs.
 */
export const conceptTable = <State>({
  columns,
  indexes,
  partnerColumn,
  personal,
  statuses,
  table
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
${Object.entries(indexes)
  // The directory leads there.
  .filter(([, { across }]) => across !== "lookup")
  .map(([name, index]) => indexSql(table, columns, name, index))
  .join("\n")}
`

/** Texts are ordered by their bytes, like ids everywhere else. */
export const text = `text COLLATE "C"`

const list = (texts: ReadonlyArray<string>): string => texts.map((each) => `'${each}'`).join(", ")

const columnSql = ({ isOptional, name, oneOf, states, type }: Column<never>): string =>
  [
    quoted(name),
    type === "text" ? text : "bigint",
    ...(isOptional || states !== undefined ? [] : ["NOT NULL"]),
    ...(oneOf === undefined ? [] : [`CHECK (${quoted(name)} IN (${list(oneOf)}))`])
  ].join(" ")

/** A column's name may be a word of SQL. */
export const quoted = (name: string): string => `"${name}"`

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

/** Which rows an index covers, for its definition and for every statement that uses it. */
export const indexConditions = ({ where }: Index): ReadonlyArray<string> => [
  ...Object.entries(where?.in ?? {}).map(([field, texts]) =>
    texts.length === 1
      ? `${quoted(columnName(field))} = ${list(texts)}`
      : `${quoted(columnName(field))} IN (${list(texts)})`
  ),
  ...(where?.unset ?? []).map((field) => `${quoted(columnName(field))} IS NULL`),
  ...(where?.set ?? []).map((field) => `${quoted(columnName(field))} IS NOT NULL`)
]

/** The columns of an index in its order: absent values come first. */
export const indexColumns = (columns: Concept<never>["columns"], { on }: Index): ReadonlyArray<string> =>
  on.map((field) => {
    const name = columnName(field)
    const column = columns.find((each) => each.name === name)
    const mayBeNull = column?.isOptional === true || column?.states !== undefined
    return mayBeNull ? `${quoted(name)} NULLS FIRST` : quoted(name)
  })

const indexSql = (table: string, columns: Concept<never>["columns"], name: string, index: Index): string => {
  const conditions = indexConditions(index)
  const partial = conditions.length === 0 ? "" : ` WHERE ${conditions.join(" AND ")}`
  return `CREATE INDEX ${table}_${name} ON ${table} (${indexColumns(columns, index).join(", ")})${partial};`
}
