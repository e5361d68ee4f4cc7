import { firstBalanceEntries } from "./firstBalanceEntries.ts"
import { firstEndings } from "./firstEndings.ts"
import { firstLists } from "./firstLists.ts"
import { firstMoments } from "./firstMoments.ts"
import { firstNetworkFigures } from "./firstNetworkFigures.ts"
import { recalledMoneyChecks } from "./recalledMoney.ts"
import type { Step } from "./Step.ts"
import { statementEntriesTable } from "./statementEntriesTable.ts"

/** The version of a store without steps. Stores of lower versions were never released, and are refused. */
export const firstVersion = 10

/** What follows version 1, a step for each version. Append only. */
export const steps: ReadonlyArray<Step> = [
  /** Transfers say which nodes have shown them; one without `asked_for` was recorded before anybody asked. */
  {
    version: 11,
    columns: {
      chain_transfers: ["asked_for INTEGER", "shown_by TEXT", "waits_since INTEGER", "accepted TEXT"]
    },
    sql: `
CREATE INDEX chain_transfers_waiting ON chain_transfers (partner_id, block_number) WHERE waits_since IS NOT NULL;
CREATE INDEX chain_transfers_unasked ON chain_transfers (partner_id, block_number) WHERE asked_for IS NULL;`
  },
  /**
   * Upkeep knows what wallets held and how far sweeps were at the last comparison, and the differences that operators
   * have acknowledged.
   */
  {
    version: 12,
    columns: { chain_upkeeps: ["holdings TEXT", "swept_before INTEGER", "acknowledged TEXT"] }
  },
  /**
   * Crypto invoices sum the network's own units, are paid within a tolerance, and tell several events of one change. In
   * rows of before: each transfer was rounded down by itself, there was no tolerance, credited transfers were not
   * counted, and the instants of their credits are not known.
   */
  {
    version: 13,
    columns: {
      crypto_invoices: [
        "tolerance_minor INTEGER",
        "rests TEXT",
        "credited_count INTEGER",
        "versions_ahead INTEGER"
      ],
      crypto_transfers: ["rest TEXT", "credited_at INTEGER"]
    },
    sql: `
CREATE INDEX crypto_transfers_by_invoice ON crypto_transfers (partner_id, invoice_id, seen_at, id);`
  },
  /**
   * Transactions say why they were refused; those of before do not. Sweeps and deployments that wait have an index of
   * their own.
   */
  {
    version: 14,
    columns: {
      chain_transactions: ["refusal TEXT CHECK (state IN ('cancelled', 'abandoned') OR refusal IS NULL)"]
    },
    sql: `
CREATE INDEX chain_transactions_errands ON chain_transactions (partner_id, created_at, id) WHERE purpose IN ('sweep', 'deployment', 'other') AND state = 'queued';`
  },
  /** The latest refused requests of partners. */
  {
    version: 15,
    sql: `
CREATE TABLE refused_requests (
  at INTEGER NOT NULL,
  request_id TEXT NOT NULL,
  partner_id TEXT NOT NULL,
  key_id TEXT NOT NULL,
  method TEXT NOT NULL,
  path TEXT NOT NULL,                                       -- its pattern: nothing that a client wrote
  status INTEGER NOT NULL,
  code TEXT NOT NULL,
  millis REAL NOT NULL,
  PRIMARY KEY (at, request_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX refused_requests_of_partner ON refused_requests (partner_id, at, request_id);`
  },
  /** A store knows where its server's links lead. */
  {
    version: 16,
    columns: { meta: ["public_url TEXT"] }
  },
  /**
   * Deliveries of events that are no longer subscribed are cancelled. Networks know what their payouts and deposits
   * wait for.
   */
  {
    version: 17,
    columns: { chain_setups: ["waits TEXT"] },
    checks: {
      webhook_deliveries: [
        {
          from: "CHECK (state IN ('pending', 'delivered', 'failed'))",
          to: "CHECK (state IN ('pending', 'delivered', 'failed', 'cancelled'))"
        }
      ]
    }
  },
  /** Something on PostgreSQL only. */
  { version: 18 },
  /** Crowded hours of lists are counted by moments too. */
  {
    version: 19,
    checks: {
      list_counts: [
        {
          from: "CHECK (grain IN ('day', 'hour'))",
          to: "CHECK (grain IN ('day', 'hour', 'moment', 'split'))"
        }
      ]
    },
    sql: firstMoments
  },
  /**
   * Events say who caused them. Keys have a name and a creator, and are a list of their partner. In rows of before, all
   * three are not known.
   */
  {
    version: 20,
    columns: { events: ["actor TEXT"], api_keys: ["name TEXT", "created_by TEXT"] },
    sql: `
CREATE INDEX api_keys_listed ON api_keys (partner_id, created_at, id);
INSERT INTO list_counts (partner_id, list, scope, grain, status, bucket, kind, count)
SELECT partner_id, 'keys', '', 'day', '', created_at / 86400000 * 86400000, '', count(*) FROM api_keys GROUP BY 1, 2, 3, 4, 5, 6, 7
UNION ALL SELECT partner_id, 'keys', '', 'hour', '', created_at / 3600000 * 3600000, '', count(*) FROM api_keys GROUP BY 1, 2, 3, 4, 5, 6, 7;
INSERT INTO list_counts (partner_id, list, scope, grain, status, bucket, kind, count)
  SELECT partner_id, list, scope, 'split', '', bucket, '', bucket FROM list_counts
   WHERE list = 'keys' AND grain = 'hour' AND status = '' GROUP BY partner_id, list, scope, bucket HAVING sum(count) > 2000;
INSERT INTO list_counts (partner_id, list, scope, grain, status, bucket, kind, count)
  SELECT owner, 'keys', whose, 'moment', of_status, at / 5000 * 5000, of_kind, count(*)
    FROM list_counts JOIN (
      SELECT partner_id AS owner, '' AS whose, '' AS of_status, created_at AS at, '' AS of_kind FROM api_keys) AS items
      ON partner_id = owner AND scope = whose AND at >= bucket AND at < bucket + 3600000
   WHERE list = 'keys' AND grain = 'split' GROUP BY 1, 2, 3, 4, 5, 6, 7;`
  },
  /** The events of a subject are found, for its history, by as much of its id as tells it from most others. */
  {
    version: 21,
    sql: `
CREATE INDEX events_by_subject ON events (substr(subject_id, 1, 18));`
  },
  /** Lists of crypto invoices, batches and KYC sessions. */
  { version: 22, sql: firstLists },
  /** Balance entries, and open payouts. */
  { version: 23, sql: firstBalanceEntries },
  /** Payouts are found by the ends of their addresses and of the hashes of their transactions. */
  { version: 24, sql: firstEndings },
  /** Subscribers of the host, and what waits for them. */
  {
    version: 25,
    sql: `
CREATE TABLE subscribers (
  id TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  events TEXT NOT NULL,
  starts_from TEXT NOT NULL CHECK (starts_from IN ('now', 'start')),
  is_joined INTEGER NOT NULL,
  told_of_hold INTEGER,
  owed_hold INTEGER,
  removed_at INTEGER,
  updated_at INTEGER NOT NULL,
  version INTEGER NOT NULL CHECK (version > 0),
  PRIMARY KEY (id)
) STRICT, WITHOUT ROWID;
CREATE INDEX subscribers_listening ON subscribers (id) WHERE removed_at IS NULL;

-- Events that wait for a subscriber. The first of a resource goes before the others of that resource.
CREATE TABLE subscriber_events (
  partner_id TEXT NOT NULL,
  subscriber_id TEXT NOT NULL,
  resource_id TEXT NOT NULL,
  version INTEGER NOT NULL,                                 -- of the event, among those about the resource
  event_id TEXT NOT NULL,                                   -- also its message's
  type TEXT NOT NULL,
  at INTEGER NOT NULL,
  due_at INTEGER NOT NULL,
  attempts INTEGER NOT NULL,
  PRIMARY KEY (partner_id, subscriber_id, resource_id, version, event_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX subscriber_events_due ON subscriber_events (partner_id, subscriber_id, due_at, event_id);

-- Up to which message, in the order of ids, a subscriber from the start got those that were kept before it.
CREATE TABLE subscriber_cursors (
  partner_id TEXT NOT NULL,
  subscriber_id TEXT NOT NULL,
  through TEXT NOT NULL,
  PRIMARY KEY (partner_id, subscriber_id)
) STRICT, WITHOUT ROWID;`
  },
  /** The people of partners, their rules for approvals, and their address books. */
  {
    version: 26,
    sql: `
CREATE TABLE rosters (
  id TEXT NOT NULL,
  partner_id TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  members TEXT NOT NULL,
  rules TEXT NOT NULL,
  address_book TEXT NOT NULL,
  pending TEXT NOT NULL,
  updated_at INTEGER NOT NULL,
  version INTEGER NOT NULL CHECK (version > 0),
  PRIMARY KEY (partner_id, id)
) STRICT, WITHOUT ROWID;`
  },
  /**
   * Payouts may wait for approvals, and be declined. In rows of before, who asked for a payout is not known, none
   * needed an approval, and no transaction had an end.
   */
  {
    version: 27,
    columns: {
      payouts: ["created_by TEXT", "approval TEXT", "approvals_given TEXT"],
      chain_transactions: ["send_before INTEGER"]
    },
    checks: {
      payouts: [
        {
          from: "CHECK ((state IN ('confirmed', 'rejected', 'not_confirmed')) = (completed_at IS NOT NULL))",
          to: "CHECK ((state IN ('confirmed', 'rejected', 'not_confirmed', 'declined')) = (completed_at IS NOT NULL))"
        },
        {
          from: "CHECK (state IN ('rejected', 'not_confirmed') OR settled_late_at IS NULL)",
          to: "CHECK (state IN ('rejected', 'not_confirmed', 'declined') OR settled_late_at IS NULL)"
        },
        {
          from: "CHECK (state IN ('reserved', 'submitting', 'submitted', 'unknown', 'confirmed', 'rejected', 'not_confirmed'))",
          to: "CHECK (state IN ('reserved', 'submitting', 'submitted', 'unknown', 'confirmed', 'rejected', 'not_confirmed', 'awaiting', 'declined'))"
        },
        {
          from: "CHECK (status = CASE state WHEN 'reserved' THEN 'PENDING' WHEN 'submitting' THEN 'PENDING' WHEN 'submitted' THEN 'PENDING' WHEN 'unknown' THEN 'PENDING' WHEN 'confirmed' THEN 'COMPLETED' WHEN 'rejected' THEN 'FAILED' WHEN 'not_confirmed' THEN 'FAILED' END)",
          to: "CHECK (status = CASE state WHEN 'reserved' THEN 'PENDING' WHEN 'submitting' THEN 'PENDING' WHEN 'submitted' THEN 'PENDING' WHEN 'unknown' THEN 'PENDING' WHEN 'confirmed' THEN 'COMPLETED' WHEN 'rejected' THEN 'FAILED' WHEN 'not_confirmed' THEN 'FAILED' WHEN 'awaiting' THEN 'PENDING' WHEN 'declined' THEN 'FAILED' END)"
        }
      ]
    }
  },
  /** People and their invitations. */
  {
    version: 28,
    sql: `
CREATE TABLE users (
  id TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  is_operator INTEGER NOT NULL,
  partners TEXT NOT NULL,
  joining TEXT,
  recoveries INTEGER NOT NULL,
  disabled_at INTEGER,
  redacted_at INTEGER,
  updated_at INTEGER NOT NULL,
  version INTEGER NOT NULL CHECK (version > 0),
  personal TEXT CHECK (personal IS NULL OR redacted_at IS NULL),
  PRIMARY KEY (id)
) STRICT, WITHOUT ROWID;
CREATE TABLE invitations (
  id TEXT NOT NULL,
  partner_id TEXT NOT NULL,
  purpose TEXT NOT NULL CHECK (purpose IN ('member', 'operator', 'recovery')),
  role TEXT CHECK (role IN ('owner', 'finance', 'support', 'reviewer', 'developer', 'viewer')),
  link_hash TEXT NOT NULL,
  created_by TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  accepted_by TEXT,
  accepted_at INTEGER,
  revoked_at INTEGER,
  redacted_at INTEGER,
  updated_at INTEGER NOT NULL,
  version INTEGER NOT NULL CHECK (version > 0),
  personal TEXT CHECK (personal IS NULL OR redacted_at IS NULL),
  PRIMARY KEY (partner_id, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX invitations_by_link ON invitations (link_hash);
CREATE INDEX invitations_listed ON invitations (partner_id, created_at, id);`
  },
  /**
   * What people sign in with, and their sessions. What partners show to their customers. The figures of networks.
   * Partners page by page, and payouts whose outcome nobody knows, for operators. KYC sessions that wait, for
   * reviewers. How many pictures of a KYC session came to nothing: in rows of before nobody counted. Money that a
   * statement tells of, and that a bank took back; in rows of before there is none of either.
   */
  {
    version: 29,
    columns: {
      kyc_sessions: ["discarded INTEGER"],
      invoices: [
        "creditor_reference TEXT",
        "entry_id TEXT CHECK (state IN ('paid') OR entry_id IS NULL)",
        "reversed_at INTEGER CHECK (state IN ('paid') OR reversed_at IS NULL)"
      ],
      bank_payments: [
        "instructions TEXT",
        "entry_id TEXT CHECK (state IN ('settled', 'unresolved', 'returned', 'reversed') OR entry_id IS NULL)",
        "resolved_at INTEGER CHECK (state IN ('settled', 'reversed') OR resolved_at IS NULL)",
        "recalled_on TEXT CHECK ((state IN ('reversed')) = (recalled_on IS NOT NULL))"
      ]
    },
    checks: recalledMoneyChecks,
    sql: `
CREATE TABLE credentials (
  id TEXT NOT NULL,
  partner_id TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  recoveries INTEGER NOT NULL,
  passkeys TEXT NOT NULL,
  password TEXT,
  sealed_code_secret TEXT,
  last_code_step INTEGER,
  recovery_codes TEXT NOT NULL,
  updated_at INTEGER NOT NULL,
  version INTEGER NOT NULL CHECK (version > 0),
  PRIMARY KEY (partner_id, id)
) STRICT, WITHOUT ROWID;
CREATE TABLE sessions (
  id TEXT NOT NULL,
  partner_id TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  way TEXT NOT NULL CHECK (way IN ('passkey', 'password', 'recovery_code', 'link')),
  agent TEXT NOT NULL,
  recoveries INTEGER NOT NULL,
  secret_hash TEXT NOT NULL,
  last_seen_at INTEGER,
  step_up TEXT,
  acts TEXT NOT NULL,
  ended_at INTEGER,
  ending TEXT CHECK (ending IN ('signed_out', 'revoked', 'expired', 'replaced')),
  version INTEGER NOT NULL CHECK (version > 0),
  PRIMARY KEY (partner_id, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX sessions_open ON sessions (partner_id, created_at) WHERE ended_at IS NULL;
CREATE TABLE brandings (
  id TEXT NOT NULL,
  partner_id TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  look TEXT NOT NULL,
  updated_at INTEGER NOT NULL,
  version INTEGER NOT NULL CHECK (version > 0),
  PRIMARY KEY (partner_id, id)
) STRICT, WITHOUT ROWID;
CREATE TABLE logos (
  id TEXT NOT NULL,
  partner_id TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  type TEXT NOT NULL CHECK (type IN ('image/png', 'image/webp')),
  width INTEGER NOT NULL,
  height INTEGER NOT NULL,
  content TEXT,
  updated_at INTEGER NOT NULL,
  version INTEGER NOT NULL CHECK (version > 0),
  PRIMARY KEY (partner_id, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX logos_by_id ON logos (id);
CREATE INDEX kyc_sessions_awaiting_review ON kyc_sessions (partner_id, check_since, id) WHERE state IN ('submitted', 'opening', 'unknown', 'checking');
CREATE INDEX partners_created ON partners (created_at, id);
CREATE INDEX payouts_unknown ON payouts (partner_id, created_at, id) WHERE state = 'unknown';
CREATE INDEX payouts_awaiting ON payouts (partner_id, created_at, id) WHERE state = 'awaiting';
CREATE INDEX invoices_awaited ON invoices (currency, amount_minor, created_at, id) WHERE state = 'pending';${statementEntriesTable}${firstNetworkFigures}`
  }
]

/** The version after these steps. */
export const versionAfter = (taken: ReadonlyArray<Step>): number => taken.at(-1)?.version ?? firstVersion

/** The version that this program works with. */
export const schemaVersion = versionAfter(steps)
