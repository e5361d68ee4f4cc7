import type { Column, Concept } from "@quittance/core"
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
  readonly noun: string
  readonly table: string
  readonly partnerColumn: string
  readonly idOf: (state: State) => string
  /** What is covered, for reading it back: first the columns that never change. */
  readonly columns: ReadonlyArray<string>
  readonly ofState: (state: State, version: number) => RowTexts
  /** Of the covered columns as they were read. */
  readonly ofCells: (cells: ReadonlyArray<unknown>) => RowTexts
}

export interface RowTexts {
  readonly checksum: string
  readonly fixed: string
}

export const rowDigest = <State>({
  columns,
  nameOf,
  noun,
  partnerColumn,
  table
}: Concept<State>): RowDigest<State> => {
  const digested = columns.filter(({ isDigested }) => isDigested)
  const fixed = digested.filter(({ isFixed }) => isFixed)
  const covered: ReadonlyArray<Column<State>> = [...fixed, ...digested.filter(({ isFixed }) => !isFixed)]
  const names = [...covered.map(({ name }) => name), "version"]
  const marks = names.map((name) => `\n${name} `)
  const starts = names.map((name) => checksumWith(checksumStart, name))

  const checksumOf = (cells: ReadonlyArray<unknown>): string => {
    let sum = 0
    for (let index = 0; index < cells.length; index++) {
      const cell = cells[index]
      if (cell !== null)
        sum ^= checksumWith(starts[index] ?? 0, typeof cell === "string" ? cell : String(cell))
    }
    return (sum >>> 0).toString(36)
  }

  /** Each value stands behind its column and its length, so that no two rows have one text. */
  const fixedOf = (cells: ReadonlyArray<unknown>): string => {
    let text = table
    for (let index = 0; index < fixed.length; index++) {
      const cell = cells[index]
      if (cell === null) continue
      const value = typeof cell === "string" ? cell : String(cell)
      text += marks[index]
      text += value.length
      text += " "
      text += value
    }
    return text
  }

  return {
    noun,
    table,
    partnerColumn,
    idOf: (state) => nameOf(state).id,
    columns: names,
    ofState: (state, version) => {
      const cells: Array<unknown> = []
      for (const { cellOf } of covered) cells.push(cellOf(state))
      cells.push(version)
      // What never changes is told once.
      return { checksum: checksumOf(cells), fixed: version === 1 ? fixedOf(cells) : "" }
    },
    ofCells: (cells) => ({ checksum: checksumOf(cells), fixed: fixedOf(cells) })
  }
}

/** Tells an idempotency record that was edited; several of one owner are combined by XOR, in any order. */
export const claimChecksum = (
  ...cells: readonly [domain: string, scope: string, key: string, ownerId: string, fingerprint: string]
): number => {
  let sum = checksumStart
  for (const cell of cells) sum = checksumWith(sum, cell)
  return sum >>> 0
}
