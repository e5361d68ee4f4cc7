import { transitWallet, type TransitWallet, walletList } from "@quittance/core"
import type Database from "better-sqlite3"
import type { ListCounts } from "../lists/ListCounts.ts"
import type { AggregateTable } from "./aggregateTable.ts"
import { prepareConceptTable } from "./conceptTable.ts"

/** Transit wallets, and the counts that are kept of them. */
export const prepareTransitWallets = (
  database: Database.Database,
  counts: ListCounts
): AggregateTable<TransitWallet> => {
  const table = prepareConceptTable(database, transitWallet)
  return {
    ...table,
    write: (wallet, expectedVersion) => {
      table.write(wallet, expectedVersion)
      if (expectedVersion === 0) counts.created(walletList, { _tag: "wallet", wallet, balanceMinor: 0n })
    }
  }
}
