import { columnName, type Index } from "@quittance/core"

/** Which rows an index covers, for its definition and for every statement that uses it. */
export const indexConditions = ({ where }: Index): ReadonlyArray<string> => [
  ...Object.entries(where?.in ?? {}).map(([field, texts]) =>
    texts.length === 1 ? `${columnName(field)} = ${list(texts)}` : `${columnName(field)} IN (${list(texts)})`
  ),
  ...(where?.unset ?? []).map((field) => `${columnName(field)} IS NULL`),
  ...(where?.set ?? []).map((field) => `${columnName(field)} IS NOT NULL`)
]

const list = (texts: ReadonlyArray<string>): string => texts.map((text) => `'${text}'`).join(", ")
