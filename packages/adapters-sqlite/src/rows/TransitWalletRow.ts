import { transitWallet, type WalletStanding } from "@quittance/core"
import { money, type Row } from "./columns.ts"

/** A transit wallet as a row of `transit_wallets`, joined with its balance. */
export const walletStandingOf = (row: Row): WalletStanding => ({
  _tag: "wallet",
  wallet: transitWallet.stateOf(row),
  balanceMinor: money(row, "balance_minor")
})

/** Wallets in the form of `walletStandingOf`. */
export const walletStandingsSql = `SELECT transit_wallets.*, coalesce(balance_minor, 0) AS balance_minor FROM transit_wallets
  LEFT JOIN transit_balances ON transit_balances.partner_id = transit_wallets.partner_id AND wallet_id = id`
