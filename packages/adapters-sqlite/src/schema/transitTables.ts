/** Part of `version1`: transit wallets and their deposits. */
export const transitTables = `
CREATE TABLE transit_wallets (
  partner_id TEXT NOT NULL,
  id TEXT NOT NULL,
  version INTEGER NOT NULL CHECK (version > 0),
  label TEXT NOT NULL,
  network TEXT NOT NULL,
  currency TEXT NOT NULL,
  address TEXT NOT NULL,                                    -- unique per network by a claim
  created_at INTEGER NOT NULL,
  PRIMARY KEY (partner_id, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX transit_wallets_listed ON transit_wallets (partner_id, created_at, id);
CREATE INDEX transit_wallets_by_address ON transit_wallets (network, address);
CREATE INDEX transit_wallets_by_issue ON transit_wallets (network, created_at, id, address);

-- What the deposits of a wallet come to, kept by the commits that credit and reverse them. Apart from the wallet, so that it
-- conflicts with nothing.
CREATE TABLE transit_balances (
  partner_id TEXT NOT NULL,
  wallet_id TEXT NOT NULL,
  balance_minor INTEGER NOT NULL,
  PRIMARY KEY (partner_id, wallet_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE transit_deposits (
  partner_id TEXT NOT NULL,
  id TEXT NOT NULL,
  version INTEGER NOT NULL CHECK (version > 0),
  state TEXT NOT NULL CHECK (state IN ('seen', 'credited', 'dropped', 'reversed')),
  wallet_id TEXT NOT NULL,
  network TEXT NOT NULL,
  currency TEXT NOT NULL,
  address TEXT NOT NULL,
  tx_hash TEXT NOT NULL,                                    -- unique per network with its log index by a claim
  log_index INTEGER NOT NULL,
  required_confirmations INTEGER NOT NULL,
  amount_minor INTEGER NOT NULL,
  confirmations INTEGER NOT NULL,
  seen_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (partner_id, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX transit_deposits_by_wallet ON transit_deposits (partner_id, wallet_id, created_at, id);
`
