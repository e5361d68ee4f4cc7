import {
  type Concept,
  invoice,
  type ListColumns,
  listColumns,
  listedDeliveryColumns,
  type ListName,
  type lists,
  payout,
  type Row,
  walletStandingOf,
  webhookDeliveryOf
} from "@quittance/core"

/** Where the items of a list are stored, and how they are read. */
export interface ListTable<Item> extends ListColumns {
  /** What a page reads of the rows whose `partner_id` and `id` it names; by default the whole rows of the table. */
  readonly columns?: string
  readonly rows?: string
  readonly decode: (row: Row) => Item
}

type ListTables = {
  readonly [Name in ListName]: ListTable<Parameters<(typeof lists)[Name]["orderOf"]>[0]>
}

const decoded =
  <State>({ stateOf }: Concept<State>) =>
  (row: Row): State =>
    stateOf(row, typeof row.personal === "string" ? row.personal : undefined)

export const listTables: ListTables = {
  payouts: { ...listColumns.payouts, decode: decoded(payout) },
  invoices: { ...listColumns.invoices, decode: decoded(invoice) },
  webhookDeliveries: {
    ...listColumns.webhookDeliveries,
    columns: listedDeliveryColumns.map((name) => `kept.${name}`).join(", "),
    decode: (row) => webhookDeliveryOf(row)
  },
  transitWallets: {
    ...listColumns.transitWallets,
    // Each balance is looked up by itself: joined, all balances of the partner might be read.
    rows: `(SELECT transit_wallets.*, coalesce((
        SELECT balance_minor FROM transit_balances WHERE partner_id = @partnerId AND wallet_id = id), 0) AS balance_minor
      FROM transit_wallets)`,
    decode: walletStandingOf
  }
}
