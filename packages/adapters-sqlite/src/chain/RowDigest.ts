import type { Column, Concept } from "@quittance/core"
import { checksumStart, checksumWith } from "./checksum.ts"

/**
 * Detects rows that were changed by anything but a commit.
 *
 * - Every commit stores a *checksum* of the row as it wrote it, which names the row whatever part of it was
 *   changed.
 * - The chain covers the *fixed text* of a row, its columns that never change, in the commit that inserted
 *   it. It is read back from the row itself and needs no space. A forger can match a checksum, but not a
 *   hash.
 *
 * Erasable columns are left out, because the checksum of a name would confirm a guess, and so are sealed
 * columns, which may be sealed again. A null column is in neither, so a column that is added later does not
 * change existing digests.
 */
export interface RowDigest<State> {
  readonly noun: string
  readonly table: string
  readonly partnerColumn: string
  readonly idOf: (state: State) => string
  /** The covered columns: first those that never change. */
  readonly columns: ReadonlyArray<string>
  readonly ofState: (state: State, version: number) => RowTexts
  /** The texts of the covered cells. */
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

  /** Each value follows its column and its length, so that different rows never have the same text. */
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
      // Values that never change are included once.
      return { checksum: checksumOf(cells), fixed: version === 1 ? fixedOf(cells) : "" }
    },
    ofCells: (cells) => ({ checksum: checksumOf(cells), fixed: fixedOf(cells) })
  }
}

/** Detects an edited idempotency record; several records of one owner are combined by XOR, in any order. */
export const claimChecksum = (
  ...cells: readonly [domain: string, scope: string, key: string, ownerId: string, fingerprint: string]
): number => {
  let sum = checksumStart
  for (const cell of cells) sum = checksumWith(sum, cell)
  return sum >>> 0
}
