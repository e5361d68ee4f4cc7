import {
  invoice,
  listColumns,
  listedDeliveryColumns,
  payout,
  walletStandingOf,
  webhookDeliveryOf
} from "@quittance/core"
import type Database from "better-sqlite3"
import { conceptReader } from "../rows/conceptReader.ts"
import { walletStandingsSql } from "../rows/walletStandingsSql.ts"
import type { ListTables } from "./ListTable.ts"

/** Where the items of every list are stored. */
export const listTables = (database: Database.Database): ListTables => {
  return {
    payouts: {
      ...listColumns.payouts,
      index: "payouts_by_status",
      decode: conceptReader(database, payout)
    },
    invoices: {
      ...listColumns.invoices,
      index: "invoices_listed",
      lapseIndex: "invoices_expiring",
      decode: conceptReader(database, invoice)
    },
    webhookDeliveries: {
      ...listColumns.webhookDeliveries,
      columns: listedDeliveryColumns.map((name) => `kept.${name}`).join(", "),
      index: "webhook_deliveries_listed",
      decode: (row) => webhookDeliveryOf(row)
    },
    transitWallets: {
      ...listColumns.transitWallets,
      rows: `(${walletStandingsSql})`,
      index: "transit_wallets_listed",
      decode: walletStandingOf
    }
  }
}
