import { type Row, TransitReader, walletList, walletStandingOf } from "@quittance/core"
import type Database from "better-sqlite3"
import { Option } from "effect"
import type { Reads } from "../Reads.ts"
import { rowsWithSums } from "../rows/rowsWithSums.ts"

/** Transit wallets with their balances, both as of one commit. */
export const sqliteTransitReader = (database: Database.Database, reads: Reads): TransitReader["Service"] => {
  const wallet = database
    .prepare(`${rowsWithSums(walletList.items)} WHERE transit_wallets.partner_id = ? AND id = ?`)
    .safeIntegers()

  return TransitReader.of({
    wallet: (partnerId, id) =>
      reads.read(() =>
        Option.map(Option.fromUndefinedOr(wallet.get(partnerId, id) as Row | undefined), walletStandingOf)
      )
  })
}
