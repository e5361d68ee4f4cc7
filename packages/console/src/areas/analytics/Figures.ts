import { type Cell, text } from "../../look/Cell.ts"

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

/** The name of a period by its start in the zone: a day, the Monday of a week, or a month. */
export const periodName = (date: string, groupBy: string) => {
  const label = date.slice(0, groupBy === "month" ? "2026-11".length : "2026-11-27".length)
  return { label, name: text(label) }
}
