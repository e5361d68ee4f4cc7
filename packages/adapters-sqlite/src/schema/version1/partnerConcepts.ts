/** Part of `version1`: partners, their keys, wallets, endpoints and KYC sessions. */
export const partnerConcepts = `
CREATE TABLE kyc_sessions (
  id TEXT NOT NULL,
  partner_id TEXT NOT NULL,
  token TEXT NOT NULL,
  level TEXT NOT NULL CHECK (level IN ('basic', 'advanced')),
  locale TEXT NOT NULL CHECK (locale IN ('ru', 'en', 'kz')),
  recipient TEXT,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('pending', 'collecting', 'submitted', 'opening', 'unknown', 'checking', 'completed', 'failed', 'expired')),
  attempts INTEGER NOT NULL,
  reasons TEXT NOT NULL,
  check_number INTEGER NOT NULL,
  check_since INTEGER,
  lost TEXT CHECK (lost IN ('unavailable', 'duplicate', 'other_check', 'forgotten', 'process_ended')),
  decided_by TEXT,
  redacted_at INTEGER,
  updated_at INTEGER NOT NULL,
  ended_at INTEGER,
  version INTEGER NOT NULL CHECK (version > 0),
  personal TEXT CHECK (personal IS NULL OR redacted_at IS NULL),
  PRIMARY KEY (partner_id, id),
  CHECK ((state IN ('completed', 'failed', 'expired')) = (ended_at IS NOT NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX kyc_sessions_by_id ON kyc_sessions (id);
CREATE INDEX kyc_sessions_by_token ON kyc_sessions (token);
CREATE INDEX kyc_sessions_in_check ON kyc_sessions (check_since, id) WHERE state IN ('submitted', 'opening', 'unknown', 'checking');
CREATE INDEX kyc_sessions_unredacted ON kyc_sessions (partner_id, ended_at, id) WHERE redacted_at IS NULL AND ended_at IS NOT NULL;

CREATE TABLE transit_wallets (
  id TEXT NOT NULL,
  partner_id TEXT NOT NULL,
  label TEXT NOT NULL,
  network TEXT NOT NULL,
  currency TEXT NOT NULL,
  address TEXT NOT NULL,
  address_salt TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  version INTEGER NOT NULL CHECK (version > 0),
  PRIMARY KEY (partner_id, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX transit_wallets_listed ON transit_wallets (partner_id, created_at, id);

CREATE TABLE transit_deposits (
  id TEXT NOT NULL,
  partner_id TEXT NOT NULL,
  wallet_id TEXT NOT NULL,
  network TEXT NOT NULL,
  currency TEXT NOT NULL,
  address TEXT NOT NULL,
  tx_hash TEXT NOT NULL,
  log_index INTEGER NOT NULL,
  required_confirmations INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('seen', 'credited', 'dropped', 'reversed')),
  amount_minor INTEGER NOT NULL,
  confirmations INTEGER NOT NULL,
  seen_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  version INTEGER NOT NULL CHECK (version > 0),
  PRIMARY KEY (partner_id, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX transit_deposits_by_wallet ON transit_deposits (partner_id, wallet_id, created_at, id);

CREATE TABLE webhook_endpoints (
  id TEXT NOT NULL,
  partner_id TEXT NOT NULL,
  family TEXT NOT NULL CHECK (family IN ('fiat', 'transit', 'kyc')),
  created_at INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('enabled', 'disabled', 'deleted')),
  url TEXT NOT NULL,
  events TEXT NOT NULL,
  sealed_secret TEXT NOT NULL,
  retiring_secret TEXT,
  signs_until INTEGER,
  failing_since INTEGER,
  updated_at INTEGER NOT NULL,
  cause TEXT CHECK (cause IN ('partner', 'gone', 'failing')),
  version INTEGER NOT NULL CHECK (version > 0),
  PRIMARY KEY (partner_id, id),
  CHECK ((retiring_secret IS NULL) = (signs_until IS NULL)),
  CHECK ((state IN ('disabled')) = (cause IS NOT NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX webhook_endpoints_registered ON webhook_endpoints (partner_id, family, id) WHERE state IN ('enabled', 'disabled');
CREATE INDEX webhook_endpoints_enabled ON webhook_endpoints (partner_id, family, id) WHERE state = 'enabled';
CREATE INDEX webhook_endpoints_disabled ON webhook_endpoints (cause) WHERE cause IN ('gone', 'failing') AND family IN ('fiat', 'transit');

CREATE TABLE partners (
  id TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  name TEXT NOT NULL,
  terms TEXT NOT NULL,
  version INTEGER NOT NULL CHECK (version > 0),
  PRIMARY KEY (id)
) STRICT, WITHOUT ROWID;
CREATE INDEX partners_by_name ON partners (name);

CREATE TABLE api_keys (
  id TEXT NOT NULL,
  partner_id TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  public_key TEXT NOT NULL,
  secret_hash TEXT NOT NULL,
  sealed_secret TEXT NOT NULL,
  scopes TEXT NOT NULL,
  allowed_ips TEXT NOT NULL,
  bind TEXT NOT NULL CHECK (bind IN ('none', 'idempotency', 'query')),
  expires_at INTEGER,
  revoked_at INTEGER,
  last_used_at INTEGER,
  version INTEGER NOT NULL CHECK (version > 0),
  PRIMARY KEY (partner_id, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX api_keys_by_id ON api_keys (id);
CREATE INDEX api_keys_by_public_key ON api_keys (public_key);
CREATE INDEX api_keys_by_secret_hash ON api_keys (secret_hash);
`
