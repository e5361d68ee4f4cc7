import { invoice, listedDeliveryColumns, payout, walletStandingOf, webhookDeliveryOf } from "@quittance/core"
import type Database from "better-sqlite3"
import { conceptReader } from "../rows/conceptReader.ts"
import { walletStandingsSql } from "../rows/walletStandingsSql.ts"
import type { ListTables } from "./ListTable.ts"

/** Where the items of every list are stored. */
export const listTables = (database: Database.Database): ListTables => {
  return {
    payouts: {
      table: "payouts",
      status: "status",
      index: "payouts_by_status",
      decode: conceptReader(database, payout)
    },
    invoices: {
      table: "invoices",
      status: "state",
      kind: "currency",
      index: "invoices_listed",
      isOrderedByKind: true,
      lapse: { index: "invoices_expiring", at: "expires_at" },
      decode: conceptReader(database, invoice)
    },
    webhookDeliveries: {
      table: "webhook_deliveries",
      columns: listedDeliveryColumns.map((name) => `kept.${name}`).join(", "),
      scope: "endpoint_id",
      status: "state",
      kind: "type",
      index: "webhook_deliveries_listed",
      decode: (row) => webhookDeliveryOf(row)
    },
    transitWallets: {
      table: "transit_wallets",
      rows: `(${walletStandingsSql})`,
      index: "transit_wallets_listed",
      decode: walletStandingOf
    }
  }
}
