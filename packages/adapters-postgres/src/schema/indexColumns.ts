import { type Concept, columnName, type Index } from "@quittance/core/adapter"

/** A column's name may be a word of SQL. */
export const quoted = (name: string): string => `"${name}"`

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

const list = (texts: ReadonlyArray<string>): string => texts.map((each) => `'${each}'`).join(", ")
