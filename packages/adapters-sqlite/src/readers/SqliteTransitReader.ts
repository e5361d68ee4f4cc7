import { TransitReader } from "@quittance/core"
import type Database from "better-sqlite3"
import { Option } from "effect"
import type { Reads } from "../Reads.ts"
import type { Row } from "../rows/columns.ts"
import { walletStandingOf, walletStandingsSql } from "../rows/TransitWalletRow.ts"

/** Transit wallets with their balances, both as of one commit. */
export const sqliteTransitReader = (database: Database.Database, reads: Reads): TransitReader["Service"] => {
  const wallet = database
    .prepare(`${walletStandingsSql} WHERE transit_wallets.partner_id = ? AND id = ?`)
    .safeIntegers()

  return TransitReader.of({
    wallet: (partnerId, id) =>
      reads.read(() =>
        Option.map(Option.fromUndefinedOr(wallet.get(partnerId, id) as Row | undefined), walletStandingOf)
      )
  })
}
