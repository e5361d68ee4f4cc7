/** Part of `version1`: transit wallets and their deposits. */
export const transitTables = `
-- What the deposits of a wallet come to, kept by the commits that credit and reverse them. Apart from the wallet, so that it
-- conflicts with nothing.
CREATE TABLE transit_balances (
  partner_id TEXT NOT NULL,
  wallet_id TEXT NOT NULL,
  balance_minor INTEGER NOT NULL,
  PRIMARY KEY (partner_id, wallet_id)
) STRICT, WITHOUT ROWID;
`
