import { chainConcepts } from "./version1/chainConcepts.ts"
import { invoiceTables } from "./version1/invoiceTables.ts"
import { partnerConcepts } from "./version1/partnerConcepts.ts"
import { paymentConcepts } from "./version1/paymentConcepts.ts"
import { webhookTables } from "./version1/webhookTables.ts"

/** Part of `version1`: transit wallets and their deposits. */
const transitTables = `
-- What the deposits of a wallet come to, kept by the commits that credit and reverse them. Apart from the wallet, so that it
-- conflicts with nothing.
CREATE TABLE transit_balances (
  partner_id TEXT NOT NULL,
  wallet_id TEXT NOT NULL,
  balance_minor INTEGER NOT NULL,
  PRIMARY KEY (partner_id, wallet_id)
) STRICT, WITHOUT ROWID;
`

/** Part of `version1`: KYC sessions, their pictures, and the keys of erasable data. */
const kycTables = `
-- What a redaction destroys, and the bodies of messages about sessions, are sealed under keys of these rows (see
-- ErasableTexts). A row is added at the end and never removed, and a key is destroyed by zeros where it lies: so no row ever
-- moves, and no copy of a key stays behind on another page.
CREATE TABLE erasure_keys (
  seq INTEGER PRIMARY KEY,
  key BLOB NOT NULL CHECK (length(key) = 32)
) STRICT;

-- Where a part of a fingerprint occurs among the documents that sessions have now. The fingerprint itself is in the session.
CREATE TABLE kyc_pictures (
  partner_id TEXT NOT NULL,
  band INTEGER NOT NULL,                                    -- the part, numbered by its place: 65536 values for each
  session_id TEXT NOT NULL,
  document_id TEXT NOT NULL,
  PRIMARY KEY (partner_id, band, session_id, document_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX kyc_pictures_by_session ON kyc_pictures (partner_id, session_id, document_id);
`

/**
 * The schema as first released. It is never edited after the release: a change is a later version.
 *
 * Money is a number of minor units, an instant milliseconds since 1970 (UTC); both are 64-bit integers. Keys
 * start with the partner, except for two append-only logs (`events`, `journal_entries`), whose key is their
 * write order, and for rows that belong to no partner.
 */
export const version1 = `
-- One row: what this store is.
CREATE TABLE meta (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  mode TEXT NOT NULL CHECK (mode IN ('sandbox', 'live')),   -- for good; the other mode refuses to open it
  created_at INTEGER NOT NULL,
  last_fence INTEGER NOT NULL,                              -- fencing token given out last, over all jobs
  signatures_forgotten_through INTEGER NOT NULL DEFAULT 0,  -- whether an earlier signature was seen is not known any more
  store_id TEXT NOT NULL,                                   -- random; copies of a store share it
  anchor_ids TEXT NOT NULL,                                 -- see anchorIdsOf
  has_anchor INTEGER NOT NULL DEFAULT 0 CHECK (has_anchor IN (0, 1)),
  moved_to TEXT                                             -- the store that took its place, without a password
) STRICT;

-- One row while no money may leave on what this store says; none otherwise.
CREATE TABLE store_hold (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  reason TEXT NOT NULL,
  since INTEGER NOT NULL
) STRICT;

-- The keys that secrets are sealed under, each wrapped under a master key that is not here.
CREATE TABLE data_keys (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,                                  -- stands in what was sealed under it
  key_id TEXT NOT NULL,                                     -- of the master key
  wrapped TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

${paymentConcepts}${partnerConcepts}${chainConcepts}
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

-- How many items each list has, by the UTC day and hour of their creation: kept by every write of an item. A bucket is its start.
CREATE TABLE list_counts (
  list TEXT NOT NULL,
  partner_id TEXT NOT NULL,
  scope TEXT NOT NULL,                                      -- whose list it is beside the partner; '' for the partner's own
  grain TEXT NOT NULL CHECK (grain IN ('day', 'hour')),
  status TEXT NOT NULL,                                     -- '' for the items of every status together
  bucket INTEGER NOT NULL,
  kind TEXT NOT NULL,                                       -- '' in a list without kinds
  count INTEGER NOT NULL,
  PRIMARY KEY (list, partner_id, scope, grain, status, bucket, kind)
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
--
-- digest is the checksum of the subject's row as the commit left it, or both checksums and the table of a new row (see
-- RowDigest), followed by those of rows that no event of the commit is about.
CREATE TABLE events (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  partner_id TEXT NOT NULL,
  subject_id TEXT NOT NULL,
  version INTEGER NOT NULL,                                 -- of the subject, after the commit
  type TEXT NOT NULL,
  at INTEGER NOT NULL,
  data TEXT NOT NULL,                                       -- JSON
  digest TEXT NOT NULL,
  claimed INTEGER,                                          -- the checksum of the subject's idempotency record
  link TEXT,                                                -- of the last event of a group of commits
  link_entry INTEGER                                        -- the last journal entry that the link covers
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
