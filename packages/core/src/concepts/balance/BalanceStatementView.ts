import { amountView, instantView } from "../../kernel/money/Money.ts"
import type { BalanceEntryKind } from "./BalanceEntry.ts"
import type { StatementRow } from "./BalanceStatement.ts"

/** A row of a statement as people and programs read it; what a row has not is null. */
export interface StatementRowView {
  /** What the row is: the opening balance, an entry, the sum of the entries of a kind, or the closing balance. */
  readonly row: StatementRow["_tag"]
  readonly at: string
  readonly kind: BalanceEntryKind | null
  readonly id: string | null
  readonly subjectId: string | null
  /** Of entries. */
  readonly count: number | null
  /** The change of `available`; of the closing balance, that of the whole period. */
  readonly amount: number | null
  readonly availableAfter: number | null
  readonly currency: "USDT"
}

const blank = {
  kind: null,
  id: null,
  subjectId: null,
  count: null,
  amount: null,
  availableAfter: null
} as const

const money = (minor: bigint): number => amountView(minor, "USDT")

export const statementRowView = (row: StatementRow): StatementRowView => {
  const common = { ...blank, row: row._tag, currency: "USDT" } as const
  switch (row._tag) {
    case "opening":
      return { ...common, at: instantView(row.at), availableAfter: money(row.availableMinor) }
    case "entry": {
      const { amountMinor, availableAfterMinor, createdAt, id, kind, subjectId } = row.entry
      const figures = { amount: money(amountMinor), availableAfter: money(availableAfterMinor) }
      return { ...common, at: instantView(createdAt), kind, id, subjectId, ...figures }
    }
    case "total": {
      const { amountMinor, at, count, kind } = row
      return { ...common, at: instantView(at), kind, count, amount: money(amountMinor) }
    }
    case "closing": {
      const { amountMinor, at, availableMinor, count } = row
      const figures = { amount: money(amountMinor), availableAfter: money(availableMinor) }
      return { ...common, at: instantView(at), count, ...figures }
    }
  }
}
