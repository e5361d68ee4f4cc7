import type { Concept } from "../kernel/concept/Concept.ts"
import { checksumStart, checksumText, checksumWith } from "./checksum.ts"
import { conceptNamed } from "./concepts.ts"

/**
 * Detects rows that were changed by anything but a commit.
 *
 * - Every commit stores a *checksum* of the row as it wrote it, which reveals a change in any part of the row. The
 *   columns that never change have their own checksum, stored by the commit that inserted the row.
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
  /** Of an inserted row. */
  readonly inserted: (state: State) => RowTexts
  /** The checksum of the columns that change. */
  readonly changed: (state: State, version: number) => string
  /** The texts of the covered cells. */
  readonly ofCells: (cells: ReadonlyArray<unknown>) => RowTexts
}

export interface RowTexts {
  /** The checksum of the columns that change. */
  readonly changing: string
  /** The checksum of the columns that never change. */
  readonly fixed: string
  /** The fixed text. */
  readonly text: string
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
  const changing = digested.filter(({ isFixed }) => !isFixed)
  const names = [...fixed, ...changing].map(({ name }) => name).concat("version")
  const starts = names.map((name) => checksumWith(checksumStart, name))

  const checksumOf = (cells: ReadonlyArray<unknown>, first: number): string => {
    let sum = 0
    for (let index = 0; index < cells.length; index++) {
      const cell = cells[index]
      if (cell !== null)
        sum ^= checksumWith(starts[first + index] ?? 0, typeof cell === "string" ? cell : String(cell))
    }
    return checksumText(sum)
  }

  /** Each value follows its column, and a text its length, so that different rows never have the same text. */
  const fixedText = (cells: ReadonlyArray<unknown>): string => {
    const fields = [table]
    for (let index = 0; index < fixed.length; index++) {
      const cell = cells[index]
      if (cell === null) continue
      fields.push(names[index] ?? "")
      if (typeof cell === "string") fields.push(String(cell.length), cell)
      else fields.push(String(cell))
    }
    return fields.join(fieldSeparator)
  }

  const changingCells = (state: State, version: number): ReadonlyArray<unknown> => {
    const cells: Array<unknown> = []
    for (const { cellOf } of changing) cells.push(cellOf(state))
    cells.push(version)
    return cells
  }

  const checksumOfChanging = (cells: ReadonlyArray<unknown>): string => checksumOf(cells, fixed.length)

  const textsOf = (fixedCells: ReadonlyArray<unknown>, changingCells: ReadonlyArray<unknown>): RowTexts => ({
    changing: checksumOfChanging(changingCells),
    fixed: checksumOf(fixedCells, 0),
    text: fixedText(fixedCells)
  })

  return {
    noun,
    table,
    partnerColumn,
    idOf: (state) => nameOf(state).id,
    columns: names,
    inserted: (state) =>
      textsOf(
        fixed.map(({ cellOf }) => cellOf(state)),
        changingCells(state, 1)
      ),
    changed: (state, version) => checksumOfChanging(changingCells(state, version)),
    ofCells: (cells) => textsOf(cells.slice(0, fixed.length), cells.slice(fixed.length))
  }
}

/** Between the fields of a text that a hash covers. Ids, tags, numbers and JSON contain no control character. */
export const fieldSeparator = "\u001f"

/** The audit's sentence about a row that differs from what commits wrote. */
export const rowFaults = {
  missing: (id: string): string => `${id} is missing: it has events but no row`,
  changed: ({ noun, table }: Pick<RowDigest<never>, "noun" | "table">, id: string): string =>
    `${noun} ${id} differs from what was committed: its row in ${table} was changed without an event`
}

/**
 * By concept name: the kinds of rows whose changes are detected. Deliveries change without events, and
 * retention erases them.
 */
export const rowDigests: ReadonlyMap<string, RowDigest<unknown>> = new Map(
  [...conceptNamed].map(([name, concept]) => [name, rowDigest(concept)])
)
