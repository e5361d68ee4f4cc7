import { transitDeposit, TransitReader } from "@quittance/core"
import type Database from "better-sqlite3"
import { Option } from "effect"
import type { Reads } from "../Reads.ts"
import { integer, type Row } from "../rows/columns.ts"
import { walletStandingOf, walletStandingsSql } from "../rows/TransitWalletRow.ts"

/** Transit wallets with their balances, both as of one commit, and deposits. */
export const sqliteTransitReader = (database: Database.Database, reads: Reads): TransitReader["Service"] => {
  const wallet = database
    .prepare(`${walletStandingsSql} WHERE transit_wallets.partner_id = ? AND id = ?`)
    .safeIntegers()
  const deposit = database
    .prepare("SELECT * FROM transit_deposits WHERE partner_id = ? AND id = ?")
    .safeIntegers()
  // Each index is named: left to itself SQLite prefers to walk all rows of a partner or a network.
  const deposits = database
    .prepare(
      `SELECT * FROM transit_deposits INDEXED BY transit_deposits_by_wallet WHERE partner_id = ? AND wallet_id = ?
        ORDER BY created_at, id`
    )
    .safeIntegers()
  const addresses = database
    .prepare(
      `SELECT address FROM transit_wallets INDEXED BY transit_wallets_by_issue
        WHERE network = @network AND (created_at, id) > (@createdAt, @id) ORDER BY created_at, id LIMIT @limit`
    )
    .pluck()
  const issueOf = database.prepare(
    `SELECT created_at AS createdAt, id FROM transit_wallets INDEXED BY transit_wallets_by_address
      WHERE network = ? AND address = ?`
  )
  const versionedDepositOf = (row: Row) => ({
    state: transitDeposit.stateOf(row),
    version: integer(row, "version")
  })

  return TransitReader.of({
    wallet: (partnerId, id) =>
      reads.read(() =>
        Option.map(Option.fromUndefinedOr(wallet.get(partnerId, id) as Row | undefined), walletStandingOf)
      ),
    deposit: (partnerId, id) =>
      reads.read(() =>
        Option.map(Option.fromUndefinedOr(deposit.get(partnerId, id) as Row | undefined), versionedDepositOf)
      ),
    deposits: (partnerId, walletId) =>
      reads.read(() => (deposits.all(partnerId, walletId) as ReadonlyArray<Row>).map(versionedDepositOf)),
    addresses: (network, after, limit) =>
      reads.readTogether(() => {
        const first = { createdAt: Number.MIN_SAFE_INTEGER, id: "" }
        const issue = after === "" ? first : (issueOf.get(network, after) as object | undefined)
        return issue === undefined
          ? []
          : (addresses.all({ network, limit, ...issue }) as ReadonlyArray<string>)
      })
  })
}
