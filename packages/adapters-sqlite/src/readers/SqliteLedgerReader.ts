import { type AccountBalances, LedgerReader, zeroBalances } from "@quittance/core"
import type Database from "better-sqlite3"
import type { Reads } from "../Reads.ts"
import { money, type Row, text } from "../rows/columns.ts"

/** Rows of `accounts` of one partner and currency; what is not there is zero. Names come as stored, however wrong. */
export const balancesOf = (rows: ReadonlyArray<Row>): AccountBalances => {
  const balances: { [name: string]: bigint } & AccountBalances = { ...zeroBalances }
  for (const row of rows) balances[text(row, "name")] = money(row, "balance_minor")
  return balances
}

export const sqliteLedgerReader = (database: Database.Database, reads: Reads): LedgerReader["Service"] => {
  const balances = database
    .prepare("SELECT name, balance_minor FROM accounts WHERE partner_id = ? AND currency = ?")
    .safeIntegers()
  return LedgerReader.of({
    balances: (partnerId, currency) =>
      reads.read(() => balancesOf(balances.all(partnerId, currency) as ReadonlyArray<Row>))
  })
}
