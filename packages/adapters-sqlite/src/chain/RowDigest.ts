import type { AggregateRows } from "../rows/AggregateRows.ts"
import { checksumStart, checksumWith } from "./checksum.ts"

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
  const marks = columns.map((name) => `\n${name} `)
  const starts = columns.map((name) => checksumWith(checksumStart, name))

  const checksumOf = (
    cells: ReadonlyArray<unknown>,
    at: ReadonlyArray<number>,
    children: ReadonlyArray<ReadonlyArray<unknown>> | undefined
  ): number => {
    let sum = 0
    // A state has nothing in the columns that are not written any more.
    for (let index = 0; index < at.length; index++) {
      const cell = cells[at[index] ?? 0]
      if (cell === null || cell === undefined) continue
      sum ^= checksumWith(starts[index] ?? 0, typeof cell === "string" ? cell : String(cell))
    }
    if (children !== undefined) for (const child of children) sum = childChecksum(sum, child)
    return sum >>> 0
  }

  /** Each value stands behind its column and its length, so that no two rows have one text. */
  const fixedOf = (cells: ReadonlyArray<unknown>, at: ReadonlyArray<number>): string => {
    let text = table
    for (let index = 0; index < fixedCount; index++) {
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

  return {
    table,
    columns,
    ofState: (state, version) => {
      const values = valuesOf(state, version)
      return {
        checksum: checksumOf(values, places, childrenOf?.(state)).toString(36),
        // What never changes is told once.
        fixed: version === 1 ? fixedOf(values, places) : ""
      }
    },
    ofCells: (cells, children) => ({
      checksum: checksumOf(cells, inOrder, children).toString(36),
      fixed: fixedOf(cells, inOrder)
    })
  }
}

/** Tells an idempotency record that was edited; several of one owner are combined by XOR, in any order. */
export const claimChecksum = (
  domain: string,
  scope: string,
  key: string,
  ownerId: string,
  fingerprint: string
): number => childChecksum(checksumStart, [domain, scope, key, ownerId, fingerprint]) >>> 0

const childChecksum = (before: number, cells: ReadonlyArray<unknown>): number => {
  let sum = before
  for (const cell of cells) sum = checksumWith(sum, typeof cell === "string" ? cell : String(cell))
  return sum
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
