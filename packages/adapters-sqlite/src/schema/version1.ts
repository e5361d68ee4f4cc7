import { invoiceTables } from "./invoiceTables.ts"
import { kycTables } from "./kycTables.ts"
import { transitTables } from "./transitTables.ts"
import { webhookTables } from "./webhookTables.ts"

/**
 * The schema as first released. It is never edited once released: a change is a later version.
 *
 * Money is a count of minor units, an instant milliseconds since 1970 (UTC); both are 64-bit integers. Keys start with the
 * partner, but for two append-only logs (`events`, `journal_entries`), whose key is the order they were written in, and for
 * what belongs to no partner.
 */
export const version1 = `
-- One row: what this store is.
CREATE TABLE meta (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  mode TEXT NOT NULL CHECK (mode IN ('sandbox', 'live')),   -- for good; the other mode refuses to open it
  created_at INTEGER NOT NULL,
  last_fence INTEGER NOT NULL                               -- fencing token given out last, over all jobs
) STRICT;

CREATE TABLE partners (
  id TEXT NOT NULL PRIMARY KEY,
  version INTEGER NOT NULL CHECK (version > 0),
  name TEXT NOT NULL,                                       -- unique by a claim (scope partner.name)
  terms TEXT NOT NULL,                                      -- JSON; fees that differ from the deployment's
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX partners_by_name ON partners (name);

CREATE TABLE api_keys (
  partner_id TEXT NOT NULL,
  id TEXT NOT NULL UNIQUE,
  version INTEGER NOT NULL CHECK (version > 0),
  public_key TEXT NOT NULL,
  sealed_secret TEXT NOT NULL,                              -- encrypted by the vault; the clear secret is nowhere here
  secret_hash TEXT NOT NULL,                                -- SHA-256, hex
  scopes TEXT NOT NULL,                                     -- JSON array
  allowed_ips TEXT NOT NULL,                                -- JSON array of CIDR blocks; empty: from anywhere
  bind TEXT NOT NULL CHECK (bind IN ('none', 'idempotency', 'query')),
  created_at INTEGER NOT NULL,
  expires_at INTEGER,
  revoked_at INTEGER,
  last_used_at INTEGER,                                     -- to the minute; changes without a new version
  PRIMARY KEY (partner_id, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX api_keys_by_public_key ON api_keys (public_key);
CREATE INDEX api_keys_by_secret_hash ON api_keys (secret_hash);

-- Unique keys and who holds them: idempotency keys, external ids, transfers, addresses, names.
CREATE TABLE claims (
  domain TEXT NOT NULL,                                     -- the partner it is unique for; '' for everybody
  scope TEXT NOT NULL,
  key TEXT NOT NULL,
  partner_id TEXT NOT NULL,
  owner_id TEXT NOT NULL,
  fingerprint TEXT,                                         -- of the request, where the claim is an idempotency record
  expires_at INTEGER,                                       -- free again from then on
  PRIMARY KEY (domain, scope, key)
) STRICT, WITHOUT ROWID;

CREATE TABLE payouts (
  partner_id TEXT NOT NULL,
  id TEXT NOT NULL,
  version INTEGER NOT NULL CHECK (version > 0),
  state TEXT NOT NULL CHECK (state IN ('reserved', 'submitting', 'submitted', 'unknown', 'confirmed', 'rejected', 'not_confirmed')),
  status TEXT NOT NULL CHECK (status = CASE state WHEN 'confirmed' THEN 'COMPLETED' WHEN 'rejected' THEN 'FAILED'
                                WHEN 'not_confirmed' THEN 'FAILED' ELSE 'PENDING' END),
  currency TEXT NOT NULL,
  network TEXT NOT NULL,
  address TEXT NOT NULL,
  amount_minor INTEGER NOT NULL,                            -- what the address receives
  fee_minor INTEGER NOT NULL,                               -- debited on top of it
  note TEXT,
  idempotency_key TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  processing_id TEXT,
  error TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  completed_at INTEGER,
  settled_late_at INTEGER,
  PRIMARY KEY (partner_id, id)
) STRICT, WITHOUT ROWID;
-- Serves the list with a status; without one, the three statuses are merged.
CREATE INDEX payouts_by_status ON payouts (partner_id, status, created_at, id);

-- How many payouts there are, kept by every write of a payout; a UTC day is counted from 1970.
CREATE TABLE payout_counts (
  partner_id TEXT NOT NULL,
  status TEXT NOT NULL,
  day INTEGER NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (partner_id, status, day)
) STRICT, WITHOUT ROWID;

CREATE TABLE crypto_invoices (
  partner_id TEXT NOT NULL,
  id TEXT NOT NULL,
  version INTEGER NOT NULL CHECK (version > 0),
  state TEXT NOT NULL CHECK (state IN ('pending', 'confirming', 'paid', 'underpaid', 'expired', 'cancelled')),
  external_id TEXT NOT NULL,                                -- unique per partner by a claim
  token TEXT NOT NULL,                                      -- end of the payment link
  network TEXT NOT NULL,
  currency TEXT NOT NULL,
  address TEXT NOT NULL,                                    -- unique per network by a claim
  amount_minor INTEGER NOT NULL,
  expected_minor INTEGER NOT NULL,
  fee_minor INTEGER NOT NULL,
  net_minor INTEGER NOT NULL,
  fee_payer TEXT NOT NULL CHECK (fee_payer IN ('merchant', 'payer')),
  fee_basis_points INTEGER NOT NULL,
  fee_fixed_minor INTEGER NOT NULL,
  fee_min_minor INTEGER NOT NULL,
  fee_max_minor INTEGER,
  required_confirmations INTEGER NOT NULL,
  description TEXT,
  customer_name TEXT,
  customer_email TEXT,
  success_url TEXT,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  watch_until INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  paid_at INTEGER,
  PRIMARY KEY (partner_id, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX crypto_invoices_by_external_id ON crypto_invoices (partner_id, external_id);
CREATE INDEX crypto_invoices_by_token ON crypto_invoices (token);
CREATE INDEX crypto_invoices_by_address ON crypto_invoices (network, address);
CREATE INDEX crypto_invoices_by_issue ON crypto_invoices (network, created_at, id, address);

-- The transfers that an invoice has seen, in the order it saw them.
CREATE TABLE crypto_transfers (
  partner_id TEXT NOT NULL,
  invoice_id TEXT NOT NULL,
  position INTEGER NOT NULL,
  tx_hash TEXT NOT NULL,
  log_index INTEGER NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('seen', 'credited', 'dropped', 'reversed')),
  amount_minor INTEGER NOT NULL,
  fee_minor INTEGER NOT NULL,
  confirmations INTEGER NOT NULL,
  seen_at INTEGER NOT NULL,
  PRIMARY KEY (partner_id, invoice_id, position),
  FOREIGN KEY (partner_id, invoice_id) REFERENCES crypto_invoices (partner_id, id)
) STRICT, WITHOUT ROWID;

-- What the journal adds up to: credits minus debits.
CREATE TABLE accounts (
  partner_id TEXT NOT NULL,
  currency TEXT NOT NULL,
  name TEXT NOT NULL,
  balance_minor INTEGER NOT NULL,
  PRIMARY KEY (partner_id, currency, name)
) STRICT, WITHOUT ROWID;

-- The journal: append-only, in the order it was written.
CREATE TABLE journal_entries (
  seq INTEGER PRIMARY KEY,
  partner_id TEXT NOT NULL,
  currency TEXT NOT NULL,
  kind TEXT NOT NULL,
  subject_id TEXT NOT NULL,
  at INTEGER NOT NULL,
  limit_rule TEXT NOT NULL CHECK (limit_rule IN ('enforced', 'waived'))
) STRICT;

CREATE TABLE postings (
  entry_seq INTEGER NOT NULL REFERENCES journal_entries (seq),
  position INTEGER NOT NULL,
  debit TEXT NOT NULL,
  credit TEXT NOT NULL CHECK (credit <> debit),
  amount_minor INTEGER NOT NULL CHECK (amount_minor > 0),
  PRIMARY KEY (entry_seq, position)
) STRICT, WITHOUT ROWID;

-- The audit log: append-only, in the order it was written. Amounts in data are decimal strings; the order that a subject
-- begins with is in the subject's own row.
CREATE TABLE events (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  partner_id TEXT NOT NULL,
  subject_id TEXT NOT NULL,
  version INTEGER NOT NULL,                                 -- of the subject, after the commit
  type TEXT NOT NULL,
  at INTEGER NOT NULL,
  data TEXT NOT NULL                                        -- JSON
) STRICT;

-- Later work. A job is there until it is done; a lease is there from a claim until its end was told.
CREATE TABLE jobs (
  partner_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  subject_id TEXT NOT NULL,
  due_at INTEGER NOT NULL,
  fence INTEGER,                                            -- the lease's token; whoever holds another one is stale
  lease_owner TEXT,
  lease_until INTEGER,
  rescheduled INTEGER NOT NULL DEFAULT 0 CHECK (rescheduled IN (0, 1)),   -- a schedule arrived under the lease
  PRIMARY KEY (partner_id, kind, subject_id),
  CHECK ((fence IS NULL) = (lease_until IS NULL) AND (fence IS NULL) = (lease_owner IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX jobs_by_due ON jobs (kind, due_at);
CREATE INDEX jobs_leased ON jobs (kind, lease_until, due_at) WHERE lease_until IS NOT NULL;

-- The index given out last, by sequence.
CREATE TABLE sequences (
  name TEXT NOT NULL PRIMARY KEY,
  last_index INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Signatures of requests, against replay; pruned when they expire. A signature is random, so its time comes first: the table
-- then grows at its end instead of dirtying a page of its own for every request.
CREATE TABLE seen_signatures (
  expires_at INTEGER NOT NULL,                              -- follows from the signed time: the same for one signature
  key_id TEXT NOT NULL,
  signature BLOB NOT NULL,
  binding TEXT NOT NULL,                                    -- what the request said beside the signed bytes
  PRIMARY KEY (expires_at, key_id, signature)
) STRICT, WITHOUT ROWID;

-- Token buckets, as of the instant they were used last.
CREATE TABLE rate_buckets (
  bucket TEXT NOT NULL PRIMARY KEY,
  tokens REAL NOT NULL,
  updated_at INTEGER NOT NULL,
  full_at INTEGER NOT NULL                                  -- nothing is lost by forgetting it from then on
) STRICT, WITHOUT ROWID;

-- What the simulated outside world remembers (mode sandbox). Values are JSON.
CREATE TABLE sandbox_records (
  collection TEXT NOT NULL,
  id TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (collection, id)
) STRICT, WITHOUT ROWID;
${invoiceTables}${kycTables}${transitTables}${webhookTables}`
