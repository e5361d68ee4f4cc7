import { integerIn, moneyIn, textIn } from "../concept/cells.ts"
import type { Row } from "../concept/columns.ts"
import type { BookCurrency } from "../money/Coin.ts"
import type { JournalEntry, Posting } from "./Ledger.ts"
import { type AccountBalances, zeroBalances } from "./Ledger.ts"

/**
 * Decodes rows of `accounts` of one partner and currency; a missing account is zero. Names are returned as stored,
 * however wrong.
 */
export const accountBalancesOf = (rows: ReadonlyArray<Row>): AccountBalances => {
  const balances: { [name: string]: bigint } & AccountBalances = { ...zeroBalances }
  for (const row of rows) balances[textIn(row, "name")] = moneyIn(row, "balance_minor")
  return balances
}

/** Decodes a row of `journal_entries`. */
export const journalEntryOf = (row: Row, postings: ReadonlyArray<Posting>): JournalEntry => ({
  partnerId: textIn(row, "partner_id"),
  currency: textIn(row, "currency") as BookCurrency,
  kind: textIn(row, "kind") as JournalEntry["kind"],
  subjectId: textIn(row, "subject_id"),
  at: integerIn(row, "at"),
  limit: textIn(row, "limit_rule") as JournalEntry["limit"],
  postings
})
