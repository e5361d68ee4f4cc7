/** Part of `version1`: what is kept of networks. */
export const chainConcepts = `
CREATE TABLE chain_cursors (
  id TEXT NOT NULL,
  first_block INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  block_number INTEGER NOT NULL,
  blocks TEXT NOT NULL,
  updated_at INTEGER NOT NULL,
  version INTEGER NOT NULL CHECK (version > 0),
  PRIMARY KEY (id)
) STRICT, WITHOUT ROWID;


CREATE TABLE chain_setups (
  id TEXT NOT NULL,
  partner_id TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  is_paused INTEGER NOT NULL,
  factory TEXT,
  updated_at INTEGER NOT NULL,
  version INTEGER NOT NULL CHECK (version > 0),
  PRIMARY KEY (partner_id, id)
) STRICT, WITHOUT ROWID;


CREATE TABLE chain_transfers (
  id TEXT NOT NULL,
  partner_id TEXT NOT NULL,
  address TEXT NOT NULL,
  sender TEXT NOT NULL,
  tx_hash TEXT NOT NULL,
  position INTEGER NOT NULL,
  amount_minor INTEGER NOT NULL,
  value TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  block_hash TEXT NOT NULL,
  block_number INTEGER NOT NULL,
  seen_at INTEGER NOT NULL,
  is_dropped INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  version INTEGER NOT NULL CHECK (version > 0),
  PRIMARY KEY (partner_id, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX chain_transfers_by_address ON chain_transfers (partner_id, address);
CREATE INDEX chain_transfers_by_block ON chain_transfers (partner_id, block_number);

CREATE TABLE chain_transactions (
  id TEXT NOT NULL,
  partner_id TEXT NOT NULL,
  purpose TEXT NOT NULL CHECK (purpose IN ('payout', 'sweep', 'deployment', 'other')),
  payout_id TEXT NOT NULL,
  payout_partner_id TEXT NOT NULL,
  recipient TEXT NOT NULL,
  amount_minor INTEGER NOT NULL,
  contract TEXT NOT NULL,
  data TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('queued', 'sent', 'cancelling', 'completed', 'failed', 'cancelled', 'abandoned', 'assumed', 'unclaimed', 'claimed')),
  updated_at INTEGER NOT NULL,
  wallet TEXT,
  nonce INTEGER,
  forms TEXT,
  hash TEXT,
  block_number INTEGER,
  cost_wei TEXT,
  settled_at INTEGER,
  reason TEXT,
  version INTEGER NOT NULL CHECK (version > 0),
  PRIMARY KEY (partner_id, id),
  CHECK ((state IN ('sent', 'cancelling', 'completed', 'failed', 'cancelled', 'assumed', 'unclaimed', 'claimed')) = (wallet IS NOT NULL)),
  CHECK ((state IN ('sent', 'cancelling', 'completed', 'failed', 'cancelled', 'assumed', 'unclaimed', 'claimed')) = (nonce IS NOT NULL)),
  CHECK ((state IN ('sent', 'cancelling', 'completed', 'failed', 'cancelled', 'assumed', 'unclaimed', 'claimed')) = (forms IS NOT NULL)),
  CHECK ((state IN ('completed', 'failed', 'cancelled', 'assumed', 'unclaimed', 'claimed')) = (hash IS NOT NULL)),
  CHECK ((state IN ('completed', 'failed', 'cancelled', 'assumed', 'unclaimed', 'claimed')) = (block_number IS NOT NULL)),
  CHECK ((state IN ('completed', 'failed', 'cancelled', 'assumed', 'unclaimed', 'claimed')) = (cost_wei IS NOT NULL)),
  CHECK ((state IN ('completed', 'failed', 'cancelled', 'assumed', 'unclaimed', 'claimed')) = (settled_at IS NOT NULL)),
  CHECK ((state IN ('failed')) = (reason IS NOT NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX chain_transactions_queue ON chain_transactions (partner_id, created_at, id) WHERE state = 'queued';
CREATE INDEX chain_transactions_open ON chain_transactions (partner_id, wallet, nonce) WHERE state IN ('sent', 'cancelling');
CREATE INDEX chain_transactions_doubtful ON chain_transactions (partner_id, created_at, id) WHERE state IN ('assumed', 'unclaimed');
CREATE INDEX chain_transactions_by_time ON chain_transactions (partner_id, created_at, id);
CREATE INDEX chain_transactions_settled ON chain_transactions (partner_id, settled_at, id) WHERE state IN ('completed', 'failed', 'cancelled', 'assumed', 'unclaimed', 'claimed');
CREATE INDEX chain_transactions_by_hash ON chain_transactions (partner_id, hash) WHERE state IN ('completed', 'failed', 'cancelled', 'assumed', 'unclaimed', 'claimed');
CREATE INDEX chain_transactions_sweeps ON chain_transactions (partner_id, created_at, id) WHERE purpose = 'sweep';
CREATE INDEX chain_transactions_open_sweeps ON chain_transactions (partner_id, created_at, id) WHERE purpose = 'sweep' AND state IN ('queued', 'sent', 'cancelling');

CREATE TABLE chain_wallets (
  id TEXT NOT NULL,
  partner_id TEXT NOT NULL,
  address TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  sealed_key TEXT NOT NULL,
  next_nonce INTEGER NOT NULL,
  spent TEXT NOT NULL,
  updated_at INTEGER NOT NULL,
  version INTEGER NOT NULL CHECK (version > 0),
  PRIMARY KEY (partner_id, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX chain_wallets_by_network ON chain_wallets (partner_id, created_at, id);

CREATE TABLE chain_upkeeps (
  id TEXT NOT NULL,
  partner_id TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  swept_block INTEGER NOT NULL,
  swept_at INTEGER NOT NULL,
  compared_block INTEGER NOT NULL,
  compared_at INTEGER NOT NULL,
  compared_cost_minor INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  version INTEGER NOT NULL CHECK (version > 0),
  PRIMARY KEY (partner_id, id)
) STRICT, WITHOUT ROWID;

`
