import { chainConcepts } from "./version1/chainConcepts.ts"
import { partnerConcepts } from "./version1/partnerConcepts.ts"
import { paymentConcepts } from "./version1/paymentConcepts.ts"

/**
 * The schema as first released. It is never edited after the release: a change is a later version.
 *
 * Money is a number of minor units, an instant milliseconds since 1970 (UTC). Keys start with the partner, except for
 * rows that belong to no partner: an engine that shards keeps the rows of one partner together.
 */
export const version1 = `
-- One row: what this store is.
CREATE TABLE meta (
  id bigint PRIMARY KEY CHECK (id = 1),
  program text COLLATE "C" NOT NULL DEFAULT 'quittance' CHECK (program = 'quittance'),   -- tells the store from other programs' tables
  schema_version bigint NOT NULL,
  mode text COLLATE "C" NOT NULL CHECK (mode IN ('sandbox', 'live')),   -- for good; the other mode refuses to open it
  created_at bigint NOT NULL,
  store_id text COLLATE "C" NOT NULL,                                   -- random; copies of a store share it
  copy_of text COLLATE "C",                                             -- the store whose copy this is, until the copy is complete
  server_id text COLLATE "C",                                           -- of the server that it was last written on, as far as it tells
  timeline text COLLATE "C",
  database_oid bigint,
  signatures_forgotten_through bigint NOT NULL DEFAULT 0       -- whether an earlier signature was seen is not known any more
);

-- One row while no money may leave on what this store says; none otherwise.
CREATE TABLE store_hold (
  id bigint PRIMARY KEY CHECK (id = 1),
  reason text COLLATE "C" NOT NULL,
  since bigint NOT NULL
);

-- The keys that secrets are sealed under, each wrapped under a master key that is not here.
CREATE TABLE data_keys (
  id text COLLATE "C" PRIMARY KEY,                                      -- stands in what was sealed under it
  key_id text COLLATE "C" NOT NULL,                                     -- of the master key
  wrapped text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL,
  seq bigint GENERATED ALWAYS AS IDENTITY                      -- their order
);

-- What is found without its partner: tokens and keys of requests, and keys that are unique over all partners.
CREATE TABLE directory (
  kind text COLLATE "C" NOT NULL,                                       -- an index of a concept (table.index), or the scope of a claim
  key text COLLATE "C" NOT NULL,
  partner_id text COLLATE "C" NOT NULL,
  owner_id text COLLATE "C" NOT NULL,
  fingerprint text COLLATE "C",                                         -- of the request, where it is an idempotency record
  expires_at bigint,                                           -- free again from then on
  PRIMARY KEY (kind, key)
);
${paymentConcepts}${partnerConcepts}${chainConcepts}
-- Keys that are unique within a partner, and who holds them: idempotency keys, external ids.
CREATE TABLE claims (
  partner_id text COLLATE "C" NOT NULL,
  scope text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  owner_id text COLLATE "C" NOT NULL,
  fingerprint text COLLATE "C",
  expires_at bigint,
  PRIMARY KEY (partner_id, scope, key)
);

-- How many items each list has, by the UTC day and hour of their creation: kept by every write of an item. A bucket is its start.
CREATE TABLE list_counts (
  partner_id text COLLATE "C" NOT NULL,
  list text COLLATE "C" NOT NULL,
  scope text COLLATE "C" NOT NULL,                                      -- whose list it is beside the partner; '' for the partner's own
  grain text COLLATE "C" NOT NULL CHECK (grain IN ('day', 'hour')),
  status text COLLATE "C" NOT NULL,                                     -- '' for the items of every status together
  bucket bigint NOT NULL,
  kind text COLLATE "C" NOT NULL,                                       -- '' in a list without kinds
  count bigint NOT NULL,
  PRIMARY KEY (partner_id, list, scope, grain, status, bucket, kind)
) WITH (fillfactor = 70);

-- What the journal adds up to: credits minus debits.
CREATE TABLE accounts (
  partner_id text COLLATE "C" NOT NULL,
  currency text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  balance_minor bigint NOT NULL,
  PRIMARY KEY (partner_id, currency, name)
) WITH (fillfactor = 50);

-- The journal: append-only. An entry is named by the first event of its commit, and its place in the commit. The postings of an
-- entry are one array each of accounts and amounts; see the view postings.
CREATE TABLE journal_entries (
  partner_id text COLLATE "C" NOT NULL,
  event_id text COLLATE "C" NOT NULL,
  place bigint NOT NULL,
  currency text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  subject_id text COLLATE "C" NOT NULL,
  at bigint NOT NULL,
  limit_rule text COLLATE "C" NOT NULL CHECK (limit_rule IN ('enforced', 'waived')),
  debits text[] NOT NULL,
  credits text[] NOT NULL,
  amounts_minor bigint[] NOT NULL CHECK (0 < ALL (amounts_minor)),
  PRIMARY KEY (partner_id, event_id, place),
  CHECK (cardinality(debits) = cardinality(amounts_minor) AND cardinality(credits) = cardinality(amounts_minor))
);

-- The postings of the journal, a row each.
CREATE VIEW postings AS
  SELECT partner_id, event_id, place, posting, debit, credit, amount_minor, currency, kind, subject_id, at
    FROM journal_entries,
      LATERAL unnest(debits, credits, amounts_minor) WITH ORDINALITY AS each (debit, credit, amount_minor, posting);

-- The audit log: append-only. Ids ascend with time. Amounts in data are decimal strings.
CREATE TABLE events (
  partner_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  subject_id text COLLATE "C" NOT NULL,
  version bigint NOT NULL,                                     -- of the subject, after the commit
  type text COLLATE "C" NOT NULL,
  at bigint NOT NULL,
  data text COLLATE "C" NOT NULL,                                       -- JSON
  digests text COLLATE "C" NOT NULL,                                    -- of what the commit wrote, with its first event
  PRIMARY KEY (partner_id, id)
);

-- Fencing tokens of jobs. Every claim of a job takes a new one.
CREATE SEQUENCE fences CACHE 1;

-- Later work. A job is there until it is done; a lease is there from a claim until its end was told.
CREATE TABLE jobs (
  partner_id text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  subject_id text COLLATE "C" NOT NULL,
  due_at bigint NOT NULL,
  fence bigint,                                                -- the lease's token; whoever holds another one is stale
  lease_owner text COLLATE "C",
  lease_until bigint,
  rescheduled bigint NOT NULL DEFAULT 0 CHECK (rescheduled IN (0, 1)),   -- a schedule arrived under the lease
  PRIMARY KEY (partner_id, kind, subject_id),
  CHECK ((fence IS NULL) = (lease_until IS NULL) AND (fence IS NULL) = (lease_owner IS NULL))
) WITH (fillfactor = 70);
CREATE INDEX jobs_by_due ON jobs (kind, due_at, partner_id, subject_id);
CREATE INDEX jobs_leased ON jobs (kind, lease_until, due_at) WHERE lease_until IS NOT NULL;

-- Signatures of requests, against replay; pruned when they expire.
CREATE TABLE seen_signatures (
  key_id text COLLATE "C" NOT NULL,
  expires_at bigint NOT NULL,                                  -- follows from the signed time: the same for one signature
  signature bytea NOT NULL,
  binding text COLLATE "C" NOT NULL,                                    -- what the request said beside the signed bytes
  PRIMARY KEY (key_id, expires_at, signature)
);
CREATE INDEX seen_signatures_by_expiry ON seen_signatures (expires_at);

-- Token buckets, as of the instant they were used last.
CREATE TABLE rate_buckets (
  bucket text COLLATE "C" PRIMARY KEY,
  tokens double precision NOT NULL,
  updated_at bigint NOT NULL,
  full_at bigint NOT NULL                                      -- nothing is lost by forgetting it from then on
) WITH (fillfactor = 50);

-- What the simulated outside world remembers (mode sandbox). Values are JSON.
CREATE TABLE sandbox_records (
  collection text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  value text COLLATE "C" NOT NULL,
  PRIMARY KEY (collection, id)
);

-- What became of a batch's invoices, kept by the commits that change them.
CREATE TABLE batch_tallies (
  partner_id text COLLATE "C" NOT NULL,
  batch_id text COLLATE "C" NOT NULL,
  paid bigint NOT NULL,
  paid_minor bigint NOT NULL,
  mails_unsent bigint NOT NULL,
  PRIMARY KEY (partner_id, batch_id)
) WITH (fillfactor = 50);

-- How many invoices there are and what the paid ones sum up to, by the bucket their creation lies in; a bucket is its start.
-- Kept by every write of an invoice.
CREATE TABLE invoice_figures (
  partner_id text COLLATE "C" NOT NULL,
  grain text COLLATE "C" NOT NULL CHECK (grain IN ('quarter', 'hour', 'day')),
  currency text COLLATE "C" NOT NULL,
  bucket bigint NOT NULL,
  created bigint NOT NULL,
  paid bigint NOT NULL,
  expired bigint NOT NULL,
  cancelled bigint NOT NULL,
  paid_minor bigint NOT NULL,
  PRIMARY KEY (partner_id, grain, currency, bucket)
) WITH (fillfactor = 70);

-- The paid ones by the payer's bank; the banks stand before the buckets, so that a range of one bank is one run.
CREATE TABLE bank_figures (
  partner_id text COLLATE "C" NOT NULL,
  grain text COLLATE "C" NOT NULL CHECK (grain IN ('quarter', 'hour', 'day')),
  currency text COLLATE "C" NOT NULL,
  bank text COLLATE "C" NOT NULL,
  bucket bigint NOT NULL,
  paid bigint NOT NULL,
  paid_minor bigint NOT NULL,
  PRIMARY KEY (partner_id, grain, currency, bank, bucket)
) WITH (fillfactor = 70);

-- Where a part of a fingerprint occurs among the documents that sessions have now. The fingerprint itself is in the session.
CREATE TABLE kyc_pictures (
  partner_id text COLLATE "C" NOT NULL,
  band bigint NOT NULL,                                        -- the part, numbered by its place: 65536 values for each
  session_id text COLLATE "C" NOT NULL,
  document_id text COLLATE "C" NOT NULL,
  PRIMARY KEY (partner_id, band, session_id, document_id)
);
CREATE INDEX kyc_pictures_by_session ON kyc_pictures (partner_id, session_id, document_id);

-- What the deposits of a wallet come to, kept by the commits that credit and reverse them. Apart from the wallet, so that it
-- conflicts with nothing.
CREATE TABLE transit_balances (
  partner_id text COLLATE "C" NOT NULL,
  wallet_id text COLLATE "C" NOT NULL,
  balance_minor bigint NOT NULL,
  PRIMARY KEY (partner_id, wallet_id)
) WITH (fillfactor = 50);

-- What receivers are told, to the byte.
CREATE TABLE webhook_messages (
  partner_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,                                         -- the event's
  type text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL,
  body text COLLATE "C" NOT NULL,                                       -- JSON
  resource_id text COLLATE "C",                                         -- of the invoice or session whose redaction erases the body
  PRIMARY KEY (partner_id, id)
);
-- Retention walks from the oldest.
CREATE INDEX webhook_messages_by_age ON webhook_messages (partner_id, created_at, id);
CREATE INDEX webhook_messages_about ON webhook_messages (partner_id, resource_id, id) WHERE resource_id IS NOT NULL;

-- The messages that wait for their deliveries.
CREATE TABLE webhook_outbox (
  partner_id text COLLATE "C" NOT NULL,
  message_id text COLLATE "C" NOT NULL,
  through text COLLATE "C" NOT NULL,                                    -- the endpoint up to which it was fanned out; '' at first
  PRIMARY KEY (partner_id, message_id)
);

CREATE TABLE webhook_deliveries (
  partner_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  version bigint NOT NULL CHECK (version > 0),
  state text COLLATE "C" NOT NULL CHECK (state IN ('pending', 'delivered', 'failed')),
  endpoint_id text COLLATE "C" NOT NULL,
  event_id text COLLATE "C" NOT NULL,
  type text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  due_at bigint,                                               -- of a pending one
  delivered_at bigint,
  attempts bigint NOT NULL,
  attempts_before bigint NOT NULL,                             -- the last redelivery
  url text COLLATE "C" NOT NULL,
  attempted_at bigint,                                         -- of the last attempt, like what follows
  attempt_url text COLLATE "C",                                         -- where it differs from the one above
  response_code bigint,
  response_millis bigint,
  attempt_error text COLLATE "C",
  error text COLLATE "C",                                               -- of the delivery
  response_start text COLLATE "C",                                      -- at most 2 KiB
  earlier_attempts text COLLATE "C",                                    -- JSON
  PRIMARY KEY (partner_id, id),
  CHECK ((state = 'pending') = (due_at IS NOT NULL)),
  CHECK ((state = 'delivered') = (delivered_at IS NOT NULL)),
  CHECK ((attempted_at IS NULL) = (response_millis IS NULL))
);
-- What is to be sent.
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (partner_id, endpoint_id, due_at, id) WHERE state = 'pending';
-- The lists of every status.
CREATE INDEX webhook_deliveries_listed ON webhook_deliveries (partner_id, endpoint_id, state, created_at, id, type);
-- Retention erases a message with its deliveries.
CREATE INDEX webhook_deliveries_by_event ON webhook_deliveries (partner_id, event_id, id);
`
