import type { ListColumns } from "../list/listRuns.ts"
import type { ListName } from "./lists.ts"

/** Where the items of every list are stored. */
export const listColumns: { readonly [Name in ListName]: ListColumns } = {
  payouts: { table: "payouts", status: "status" },
  invoices: {
    table: "invoices",
    status: "state",
    kind: "currency",
    isOrderedByKind: true,
    lapsesAt: "expires_at"
  },
  webhookDeliveries: { table: "webhook_deliveries", scope: "endpoint_id", status: "state", kind: "type" },
  transitWallets: { table: "transit_wallets" }
}
