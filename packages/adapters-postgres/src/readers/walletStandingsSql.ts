/** Transit wallets with their balances. A wallet that received nothing has no balance row. */
export const walletStandingsSql = `SELECT transit_wallets.*, coalesce(balance_minor, 0) AS balance_minor FROM transit_wallets
  LEFT JOIN transit_balances ON transit_balances.partner_id = transit_wallets.partner_id AND wallet_id = id`
