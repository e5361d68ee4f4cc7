import type { Cell } from "../../look/Cell.ts"

/** The figures of one period, bank or network. */
export interface FiguresRow {
  readonly name: Cell
  /** How many were created; none where only completed ones are known. */
  readonly created: number | null
  readonly completed: number
  readonly volume: number
  readonly fees?: number
}

/** All of one currency: nothing here is a sum over several. */
export interface Figures {
  readonly currency: string
  /** Of the whole range. */
  readonly summary: Omit<FiguresRow, "name">
  /** The first is the oldest. */
  readonly periods: ReadonlyArray<FiguresRow & { readonly label: string }>
  /** The same by banks or networks. */
  readonly groups: ReadonlyArray<FiguresRow>
}
