import type { Concept } from "../concept/Concept.ts"
import type { Row } from "../concept/columns.ts"
import { counterTables, type SubjectCounter } from "../counter/SumTable.ts"
import type { StatesByConcept } from "../ports/Store.ts"

/** Of what the items of a list are made: the rows of one table, and the sums that are kept of each of them. */
export interface ListedItems<Item> {
  /** The tag of the writes that make and change items. */
  readonly tag: keyof StatesByConcept
  readonly table: string
  /** The columns that a page reads of a row; all by default. */
  readonly columns?: ReadonlyArray<string>
  /** The counter of which a row has a sum. A row without one has zeros. */
  readonly sums?: SubjectCounter
  /** The item of a row with its sums. `opened` is its decrypted column `personal`. */
  readonly ofRow: (row: Row, opened?: string) => Item
  /** The item of a written state. `sums` are cells by column, as in a row. */
  readonly ofState: (state: unknown, sums: Row) => Item
}

type Stored<State> = Pick<Concept<State>, "table" | "stateOf"> & {
  readonly name: keyof StatesByConcept
}

/** Items that are the states of a concept. */
export const statesOf = <State>({ name, stateOf, table }: Stored<State>): ListedItems<State> => ({
  tag: name,
  table,
  ofRow: stateOf,
  ofState: (state) => state as State
})

/** Items that are made of a state and the sums of its counter. */
export const statesWith = <State, Item>(
  { name, stateOf, table }: Stored<State>,
  sums: SubjectCounter,
  itemOf: (state: State, sums: Row) => Item
): ListedItems<Item> => ({
  tag: name,
  table,
  sums,
  ofRow: (row, opened) => itemOf(stateOf(row, opened), row),
  ofState: (state, ofIt) => itemOf(state as State, ofIt)
})

/** The sums of a row about which nothing was counted yet. */
export const noSums = ({ sums }: Pick<ListedItems<unknown>, "sums">): Row =>
  sums === undefined ? none : zeros[sums]

const none: Row = {}

const zerosOf = (sums: SubjectCounter): Row =>
  Object.fromEntries(counterTables[sums].sums.map((name) => [name, 0n]))

const zeros: { readonly [Sums in SubjectCounter]: Row } = {
  Batch: zerosOf("Batch"),
  Wallet: zerosOf("Wallet")
}
