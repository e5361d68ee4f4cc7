import type { TransitWallet, WalletStanding } from "@quittance/core"
import type { AggregateRows } from "./AggregateRows.ts"
import { integer, money, nullable, optionalText, type Row, text } from "./columns.ts"

/** A transit wallet as a row of `transit_wallets`, joined with its balance. */
export const walletStandingOf = (row: Row): WalletStanding => ({
  _tag: "wallet",
  wallet: {
    id: text(row, "id"),
    partnerId: text(row, "partner_id"),
    label: text(row, "label"),
    network: text(row, "network"),
    currency: text(row, "currency") as TransitWallet["currency"],
    address: text(row, "address"),
    addressSalt: optionalText(row, "address_salt"),
    createdAt: integer(row, "created_at")
  },
  balanceMinor: money(row, "balance_minor")
})

/** Wallets as `walletStandingOf` takes them. */
export const walletStandingsSql = `SELECT transit_wallets.*, coalesce(balance_minor, 0) AS balance_minor FROM transit_wallets
  LEFT JOIN transit_balances ON transit_balances.partner_id = transit_wallets.partner_id AND wallet_id = id`

const insertTransitWalletSql = `INSERT INTO transit_wallets (partner_id, id, version, label, network, currency,
  address, address_salt, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`

const transitWalletColumns = (wallet: TransitWallet, version: number): ReadonlyArray<unknown> => [
  wallet.partnerId,
  wallet.id,
  version,
  wallet.label,
  wallet.network,
  wallet.currency,
  wallet.address,
  nullable(wallet.addressSalt),
  wallet.createdAt
]

export const transitWalletRows: AggregateRows<TransitWallet> = {
  table: "transit_wallets",
  insertSql: insertTransitWalletSql,
  columns: transitWalletColumns,
  change: undefined
}
