import { crc32 } from "node:zlib"
import type { AggregateRows } from "../rows/AggregateRows.ts"

/**
 * What tells a row that was changed by anything but a commit.
 *
 * - Every commit keeps a *checksum* of the row as it wrote it, which names the row whatever of it was changed.
 * - The chain covers the *fixed text* of a row, its columns that never change, in the commit that inserted it. It is read back
 *   from the row itself and takes no room; a checksum can be matched by a forger, a hash cannot.
 *
 * Left out is what may be erased, because the checksum of a name would confirm a guess, and what is sealed, which may be sealed
 * anew. A column that is null is in neither: one that is added later changes nothing that was kept before.
 */
export interface RowDigest<State> {
  readonly table: string
  /** What is covered, for reading it back: first the columns that never change. */
  readonly columns: ReadonlyArray<string>
  readonly ofState: (state: State, version: number) => RowTexts
  /** Of the covered columns as they were read. */
  readonly ofCells: (
    cells: ReadonlyArray<unknown>,
    children?: ReadonlyArray<ReadonlyArray<unknown>>
  ) => RowTexts
}

export interface RowTexts {
  readonly checksum: string
  readonly fixed: string
}

/** Rows of their own that belong to a row, in their order. */
export type ChildCells<State> = (state: State) => ReadonlyArray<ReadonlyArray<unknown>>

export const rowDigest = <State>(
  { change, columns: valuesOf, insertSql, table, undigested = [], unwritten = [] }: AggregateRows<State>,
  childrenOf?: ChildCells<State>
): RowDigest<State> => {
  const names = insertedColumns(insertSql)
  const isChanged = changedColumns(change?.sql ?? "")
  const covered = names.flatMap((name, place) => (undigested.includes(name) ? [] : [{ name, place }]))
  const fixedCount = covered.filter(({ name }) => !isChanged.has(name)).length
  const ordered = [
    ...covered.filter(({ name }) => !isChanged.has(name)),
    ...covered.filter(({ name }) => isChanged.has(name))
  ]
  const columns = [...ordered.map(({ name }) => name), ...unwritten]
  const places = ordered.map(({ place }) => place)
  const inOrder = columns.map((_column, place) => place)
  // Each value stands behind its column and its length, so that no two rows have one text.
  const marks = columns.map((name) => `\n${name} `)

  const textOf = (cells: ReadonlyArray<unknown>, at: ReadonlyArray<number>, from: number, to: number) => {
    let text = ""
    for (let index = from; index < to; index++) {
      const cell = cells[at[index] ?? 0]
      if (cell === null || cell === undefined) continue
      const value = typeof cell === "string" ? cell : String(cell)
      text += marks[index]
      text += value.length
      text += " "
      text += value
    }
    return text
  }

  const texts = (
    cells: ReadonlyArray<unknown>,
    at: ReadonlyArray<number>,
    children: ReadonlyArray<ReadonlyArray<unknown>> | undefined
  ): RowTexts => {
    const fixed = table + textOf(cells, at, 0, fixedCount)
    let whole = fixed + textOf(cells, at, fixedCount, at.length)
    if (children !== undefined) for (const child of children) whole += childText(child)
    return { checksum: crc32(whole).toString(36), fixed }
  }

  return {
    table,
    columns,
    ofState: (state, version) => texts(valuesOf(state, version), places, childrenOf?.(state)),
    ofCells: (cells, children) => texts(cells, inOrder, children)
  }
}

/** Tells an idempotency record that was edited; several of one owner are combined by XOR, in any order. */
export const claimChecksum = (
  domain: string,
  scope: string,
  key: string,
  ownerId: string,
  fingerprint: string
): number => crc32(`${domain}\n${scope}\n${ownerId}\n${fingerprint}\n${key}`)

const childText = (cells: ReadonlyArray<unknown>): string => {
  let text = "\n"
  for (const cell of cells) {
    const value = String(cell)
    text += ` ${value.length} ${value}`
  }
  return text
}

const insertedColumns = (insertSql: string): ReadonlyArray<string> =>
  insertSql
    .slice(insertSql.indexOf("(") + 1, insertSql.indexOf(")"))
    .split(",")
    .map((name) => name.trim())

/** The columns that a step of the aggregate writes; its version always. */
const changedColumns = (changeSql: string): ReadonlySet<string> => {
  const set = changeSql.slice(0, changeSql.lastIndexOf("WHERE"))
  return new Set(["version", ...[...set.matchAll(/(\w+) = /g)].map(([, name]) => name ?? "")])
}
