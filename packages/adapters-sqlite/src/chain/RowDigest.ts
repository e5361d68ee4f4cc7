import { hash } from "node:crypto"
import type { AggregateRows } from "../rows/AggregateRows.ts"

/**
 * What the event log keeps of a row that a commit wrote: 132 bits of SHA-256 over its columns, so that a row that was changed
 * by anything but a commit is found.
 *
 * Left out is what may be erased, because the digest of a name would tell it to whoever guesses, and what is sealed, which may
 * be sealed anew. A column that is null is not in the digest: one that is added later changes no digest made before.
 */
export interface RowDigest<State> {
  readonly table: string
  /** The digested columns, for reading them back. */
  readonly columns: ReadonlyArray<string>
  /** Of the row that this state is written as. */
  readonly ofState: (state: State, version: number) => string
  /** Of the digested columns as they were read. */
  readonly ofCells: (
    cells: ReadonlyArray<unknown>,
    children?: ReadonlyArray<ReadonlyArray<unknown>>
  ) => string
}

/** Rows of their own that belong to a row, in their order. */
export type ChildCells<State> = (state: State) => ReadonlyArray<ReadonlyArray<unknown>>

const digestLength = 22

export const rowDigest = <State>(
  { columns: valuesOf, insertSql, table, undigested = [], unwritten = [] }: AggregateRows<State>,
  childrenOf?: ChildCells<State>
): RowDigest<State> => {
  const left = new Set(undigested)
  const names = insertedColumns(insertSql)
  const places = names.flatMap((name, place) => (left.has(name) ? [] : [place]))
  const columns = [...places.map((place) => names[place] ?? ""), ...unwritten]
  const ofCells: RowDigest<State>["ofCells"] = (cells, children) => {
    let text = table
    for (let place = 0; place < columns.length; place++) text += cellText(columns[place], cells[place])
    if (children !== undefined) for (const child of children) text += childText(child)
    return digestOf(text)
  }
  return {
    table,
    columns,
    ofState: (state, version) => {
      const values = valuesOf(state, version)
      return ofCells(
        places.map((place) => values[place]),
        childrenOf?.(state)
      )
    },
    ofCells
  }
}

/** The digest of an idempotency record. */
export const claimDigest = (
  domain: string,
  scope: string,
  key: string,
  ownerId: string,
  fingerprint: string
): string => digestOf(childText([domain, scope, key, ownerId, fingerprint]))

const childText = (cells: ReadonlyArray<unknown>): string => {
  let text = "\n"
  for (const cell of cells) text += cellText("", cell)
  return text
}

/** Each with its length, so that no two rows have one text. */
const cellText = (name: string | undefined, cell: unknown): string => {
  if (cell === null || cell === undefined) return ""
  const text = String(cell)
  return `${name}:${text.length}:${text}`
}

const digestOf = (text: string): string => hash("sha256", text, "base64").slice(0, digestLength)

const insertedColumns = (insertSql: string): ReadonlyArray<string> =>
  insertSql
    .slice(insertSql.indexOf("(") + 1, insertSql.indexOf(")"))
    .split(",")
    .map((name) => name.trim())
