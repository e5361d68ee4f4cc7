import { accountBalancesOf, LedgerReader, type Row } from "@quittance/core"
import type Database from "better-sqlite3"
import type { Reads } from "../Reads.ts"

export const sqliteLedgerReader = (database: Database.Database, reads: Reads): LedgerReader["Service"] => {
  const balances = database
    .prepare("SELECT name, balance_minor FROM accounts WHERE partner_id = ? AND currency = ?")
    .safeIntegers()
  return LedgerReader.of({
    balances: (partnerId, currency) =>
      reads.read(() => accountBalancesOf(balances.all(partnerId, currency) as ReadonlyArray<Row>))
  })
}
