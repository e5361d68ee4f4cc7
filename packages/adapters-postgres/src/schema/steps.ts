import { brandingTables } from "./brandingTables.ts"
import { firstEventCounts } from "./eventCounts.ts"
import { balanceEntriesIndex, firstBalanceEntries } from "./firstBalanceEntries.ts"
import { firstLists, listIndexes } from "./firstLists.ts"
import { firstMoments } from "./firstMoments.ts"
import { firstNetworkFigures, networkFiguresTable } from "./firstNetworkFigures.ts"
import { metaFunctionsSql } from "./metaFunctions.ts"
import { recalledMoneyChecks } from "./recalledMoney.ts"
import type { Step } from "./Step.ts"
import { statementEntriesTable } from "./statementEntriesTable.ts"

/** The version of a store without steps. Such stores call it 1, because their steps were to be counted from there. */
export const firstVersion = 10

/** What follows version 1, a step for each version. Append only. */
export const steps: ReadonlyArray<Step> = [
  /** Transfers say which nodes have shown them; one without `asked_for` was recorded before anybody asked. */
  {
    version: 11,
    columns: {
      chain_transfers: [
        "asked_for bigint",
        "waits_since bigint",
        'shown_by text COLLATE "C"',
        'accepted text COLLATE "C"'
      ]
    },
    indexes: [
      "chain_transfers_waiting ON chain_transfers (partner_id, block_number) WHERE (waits_since IS NOT NULL)",
      "chain_transfers_unasked ON chain_transfers (partner_id, block_number) WHERE (asked_for IS NULL)"
    ]
  },
  /**
   * Upkeep knows what wallets held and how far sweeps were at the last comparison, and the differences that operators
   * have acknowledged.
   */
  {
    version: 12,
    columns: {
      chain_upkeeps: ["swept_before bigint", 'holdings text COLLATE "C"', 'acknowledged text COLLATE "C"']
    }
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
        "credited_count bigint",
        "versions_ahead bigint",
        "tolerance_minor bigint",
        'rests text COLLATE "C"'
      ],
      crypto_transfers: ["credited_at bigint", 'rest text COLLATE "C"']
    },
    indexes: ["crypto_transfers_by_invoice ON crypto_transfers (partner_id, invoice_id, seen_at, id)"]
  },
  /**
   * Transactions say why they were refused; those of before do not. Sweeps and deployments that wait have an index of
   * their own.
   */
  {
    version: 14,
    columns: { chain_transactions: ['refusal text COLLATE "C"'] },
    checks: {
      chain_transactions: [
        {
          name: "chain_transactions_refusal_check",
          check: "CHECK (((state = ANY (ARRAY['cancelled'::text, 'abandoned'::text])) OR (refusal IS NULL)))"
        }
      ]
    },
    indexes: [
      "chain_transactions_errands ON chain_transactions (partner_id, created_at, id) WHERE ((purpose = ANY (ARRAY['sweep'::text, 'deployment'::text, 'other'::text])) AND (state = 'queued'::text))"
    ]
  },
  /** The latest refused requests of partners. */
  {
    version: 15,
    sql: `
CREATE TABLE IF NOT EXISTS refused_requests (
  at bigint NOT NULL,
  request_id text COLLATE "C" NOT NULL,
  partner_id text COLLATE "C" NOT NULL,
  key_id text COLLATE "C" NOT NULL,
  method text COLLATE "C" NOT NULL,
  path text COLLATE "C" NOT NULL,                              -- its pattern: nothing that a client wrote
  status bigint NOT NULL,
  code text COLLATE "C" NOT NULL,
  millis double precision NOT NULL,
  PRIMARY KEY (at, request_id)
);
CREATE INDEX IF NOT EXISTS refused_requests_of_partner ON refused_requests (partner_id, at, request_id);`
  },
  /** A store knows where its server's links lead. */
  {
    version: 16,
    columns: { meta: ['public_url text COLLATE "C"'] }
  },
  /**
   * Deliveries of events that are no longer subscribed are cancelled. Networks know what their payouts and deposits
   * wait for.
   */
  {
    version: 17,
    columns: { chain_setups: ['waits text COLLATE "C"'] },
    checks: {
      webhook_deliveries: [
        {
          name: "webhook_deliveries_state_check",
          check: "CHECK (state IN ('pending', 'delivered', 'failed', 'cancelled'))"
        }
      ]
    }
  },
  /**
   * What servers change of `meta` goes through functions. Events carry a checksum of what they say and of their journal
   * entries, and are counted; those of before are counted as they are.
   */
  {
    version: 18,
    sql: metaFunctionsSql,
    columns: { events: ["checksum integer"] },
    counts: [firstEventCounts]
  },
  /** Crowded hours of lists are counted by moments too. */
  {
    version: 19,
    checks: {
      list_counts: [
        {
          name: "list_counts_grain_check",
          check: "CHECK (grain IN ('day', 'hour', 'moment', 'split'))"
        }
      ]
    },
    counts: firstMoments
  },
  /**
   * Events say who caused them. Keys have a name and a creator, and are a list of their partner. In rows of before, all
   * three are not known.
   */
  {
    version: 20,
    columns: {
      events: ['actor text COLLATE "C"'],
      api_keys: ['created_by text COLLATE "C"', 'name text COLLATE "C"']
    },
    indexes: ["api_keys_listed ON api_keys (partner_id, created_at, id)"],
    counts: [
      `INSERT INTO list_counts (partner_id, list, scope, grain, status, bucket, kind, count)
SELECT partner_id, 'keys', '', 'day', '', created_at / 86400000 * 86400000, '', count(*) FROM api_keys GROUP BY 1, 2, 3, 4, 5, 6, 7
UNION ALL SELECT partner_id, 'keys', '', 'hour', '', created_at / 3600000 * 3600000, '', count(*) FROM api_keys GROUP BY 1, 2, 3, 4, 5, 6, 7`,
      `INSERT INTO list_counts (partner_id, list, scope, grain, status, bucket, kind, count)
  SELECT partner_id, list, scope, 'split', '', bucket, '', bucket FROM list_counts
   WHERE list = 'keys' AND grain = 'hour' AND status = '' GROUP BY partner_id, list, scope, bucket HAVING sum(count) > 2000`,
      `INSERT INTO list_counts (partner_id, list, scope, grain, status, bucket, kind, count)
  SELECT owner, 'keys', whose, 'moment', of_status, at / 5000 * 5000, of_kind, count(*)
    FROM list_counts JOIN (
      SELECT partner_id AS owner, '' AS whose, '' AS of_status, created_at AS at, '' AS of_kind FROM api_keys) AS items
      ON partner_id = owner AND scope = whose AND at >= bucket AND at < bucket + 3600000
   WHERE list = 'keys' AND grain = 'split' GROUP BY 1, 2, 3, 4, 5, 6, 7`
    ]
  },
  /** The events of a subject are found, for its history. */
  { version: 21, indexes: ["events_by_subject ON events (subject_id)"] },
  /** Lists of crypto invoices, batches and KYC sessions. */
  { version: 22, indexes: listIndexes, counts: firstLists },
  /** Balance entries, and open payouts. */
  { version: 23, indexes: [balanceEntriesIndex], counts: firstBalanceEntries },
  /** Payouts are found by the ends of their addresses and of the hashes of their transactions. */
  {
    version: 24,
    indexes: [
      'payouts_by_address ON payouts (partner_id, lower("right"(address, 8)), created_at)',
      'payouts_by_transaction ON payouts (partner_id, lower("right"(processing_id, 8)), created_at) WHERE (length(processing_id) = ANY (ARRAY[64, 66]))'
    ]
  },
  /** Subscribers of the host, and what waits for them. */
  {
    version: 25,
    sql: `
CREATE TABLE IF NOT EXISTS subscribers (
  id text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL,
  events text COLLATE "C" NOT NULL,
  starts_from text COLLATE "C" NOT NULL CHECK (starts_from IN ('now', 'start')),
  is_joined bigint NOT NULL,
  told_of_hold bigint,
  owed_hold bigint,
  removed_at bigint,
  updated_at bigint NOT NULL,
  version bigint NOT NULL CHECK (version > 0),
  PRIMARY KEY (id)
);
CREATE INDEX IF NOT EXISTS subscribers_listening ON subscribers (id) WHERE (removed_at IS NULL);

-- Events that wait for a subscriber. The first of a resource goes before the others of that resource.
CREATE TABLE IF NOT EXISTS subscriber_events (
  partner_id text COLLATE "C" NOT NULL,
  subscriber_id text COLLATE "C" NOT NULL,
  resource_id text COLLATE "C" NOT NULL,
  version bigint NOT NULL,                                     -- of the event, among those about the resource
  event_id text COLLATE "C" NOT NULL,                                   -- also its message's
  type text COLLATE "C" NOT NULL,
  at bigint NOT NULL,
  due_at bigint NOT NULL,
  attempts bigint NOT NULL,
  PRIMARY KEY (partner_id, subscriber_id, resource_id, version, event_id)
);
CREATE INDEX IF NOT EXISTS subscriber_events_due ON subscriber_events (partner_id, subscriber_id, due_at, event_id);

-- Up to which message, in the order of ids, a subscriber from the start got those that were kept before it.
CREATE TABLE IF NOT EXISTS subscriber_cursors (
  partner_id text COLLATE "C" NOT NULL,
  subscriber_id text COLLATE "C" NOT NULL,
  through text COLLATE "C" NOT NULL,
  PRIMARY KEY (partner_id, subscriber_id)
);`
  },
  /** The people of partners, their rules for approvals, and their address books. */
  {
    version: 26,
    sql: `
CREATE TABLE IF NOT EXISTS rosters (
  id text COLLATE "C" NOT NULL,
  partner_id text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL,
  members text COLLATE "C" NOT NULL,
  rules text COLLATE "C" NOT NULL,
  address_book text COLLATE "C" NOT NULL,
  pending text COLLATE "C" NOT NULL,
  updated_at bigint NOT NULL,
  version bigint NOT NULL CHECK (version > 0),
  PRIMARY KEY (partner_id, id)
);`
  },
  /**
   * Payouts may wait for approvals, and be declined. In rows of before, who asked for a payout is not known, none
   * needed an approval, and no transaction had an end.
   */
  {
    version: 27,
    columns: {
      payouts: [
        'created_by text COLLATE "C"',
        'approvals_given text COLLATE "C"',
        'approval text COLLATE "C"'
      ],
      chain_transactions: ["send_before bigint"]
    },
    checks: {
      payouts: [
        {
          name: "payouts_check",
          check:
            "CHECK (status = CASE state WHEN 'reserved' THEN 'PENDING' WHEN 'submitting' THEN 'PENDING' WHEN 'submitted' THEN 'PENDING' WHEN 'unknown' THEN 'PENDING' WHEN 'confirmed' THEN 'COMPLETED' WHEN 'rejected' THEN 'FAILED' WHEN 'not_confirmed' THEN 'FAILED' WHEN 'awaiting' THEN 'PENDING' WHEN 'declined' THEN 'FAILED' END)"
        },
        {
          name: "payouts_check1",
          check:
            "CHECK ((state IN ('confirmed', 'rejected', 'not_confirmed', 'declined')) = (completed_at IS NOT NULL))"
        },
        {
          name: "payouts_check2",
          check: "CHECK (state IN ('rejected', 'not_confirmed', 'declined') OR settled_late_at IS NULL)"
        },
        {
          name: "payouts_state_check",
          check:
            "CHECK (state IN ('reserved', 'submitting', 'submitted', 'unknown', 'confirmed', 'rejected', 'not_confirmed', 'awaiting', 'declined'))"
        }
      ]
    }
  },
  /** People and their invitations. */
  {
    version: 28,
    sql: `
CREATE TABLE IF NOT EXISTS users (
  id text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL,
  is_operator bigint NOT NULL,
  partners text COLLATE "C" NOT NULL,
  joining text COLLATE "C",
  recoveries bigint NOT NULL,
  disabled_at bigint,
  redacted_at bigint,
  updated_at bigint NOT NULL,
  version bigint NOT NULL CHECK (version > 0),
  personal text COLLATE "C" CHECK (personal IS NULL OR redacted_at IS NULL),
  PRIMARY KEY (id)
);
CREATE TABLE IF NOT EXISTS invitations (
  id text COLLATE "C" NOT NULL,
  partner_id text COLLATE "C" NOT NULL,
  purpose text COLLATE "C" NOT NULL CHECK (purpose IN ('member', 'operator', 'recovery')),
  role text COLLATE "C" CHECK (role IN ('owner', 'finance', 'support', 'reviewer', 'developer', 'viewer')),
  link_hash text COLLATE "C" NOT NULL,
  created_by text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL,
  expires_at bigint NOT NULL,
  accepted_by text COLLATE "C",
  accepted_at bigint,
  revoked_at bigint,
  redacted_at bigint,
  updated_at bigint NOT NULL,
  version bigint NOT NULL CHECK (version > 0),
  personal text COLLATE "C" CHECK (personal IS NULL OR redacted_at IS NULL),
  PRIMARY KEY (partner_id, id)
);
CREATE INDEX IF NOT EXISTS invitations_listed ON invitations (partner_id, created_at, id);`
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
      kyc_sessions: ["discarded bigint"],
      invoices: ['creditor_reference text COLLATE "C"', 'entry_id text COLLATE "C"', "reversed_at bigint"],
      bank_payments: [
        'instructions text COLLATE "C"',
        'entry_id text COLLATE "C"',
        "resolved_at bigint",
        'recalled_on text COLLATE "C"'
      ]
    },
    checks: recalledMoneyChecks,
    sql: `
CREATE TABLE IF NOT EXISTS credentials (
  id text COLLATE "C" NOT NULL,
  partner_id text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL,
  recoveries bigint NOT NULL,
  passkeys text COLLATE "C" NOT NULL,
  password text COLLATE "C",
  sealed_code_secret text COLLATE "C",
  last_code_step bigint,
  recovery_codes text COLLATE "C" NOT NULL,
  updated_at bigint NOT NULL,
  version bigint NOT NULL CHECK (version > 0),
  PRIMARY KEY (partner_id, id)
);
CREATE TABLE IF NOT EXISTS sessions (
  id text COLLATE "C" NOT NULL,
  partner_id text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL,
  way text COLLATE "C" NOT NULL CHECK (way IN ('passkey', 'password', 'recovery_code', 'link')),
  agent text COLLATE "C" NOT NULL,
  recoveries bigint NOT NULL,
  secret_hash text COLLATE "C" NOT NULL,
  last_seen_at bigint,
  step_up text COLLATE "C",
  acts text COLLATE "C" NOT NULL,
  ended_at bigint,
  ending text COLLATE "C" CHECK (ending IN ('signed_out', 'revoked', 'expired', 'replaced')),
  version bigint NOT NULL CHECK (version > 0),
  PRIMARY KEY (partner_id, id)
);
CREATE INDEX IF NOT EXISTS sessions_open ON sessions (partner_id, created_at) WHERE (ended_at IS NULL);${brandingTables}${networkFiguresTable}${statementEntriesTable}`,
    counts: firstNetworkFigures,
    indexes: [
      "partners_created ON partners (created_at, id)",
      "payouts_unknown ON payouts (partner_id, created_at, id) WHERE (state = 'unknown')",
      "payouts_awaiting ON payouts (partner_id, created_at, id) WHERE (state = 'awaiting'::text)",
      "invoices_awaited ON invoices (currency, amount_minor, created_at, id) WHERE (state = 'pending'::text)",
      "kyc_sessions_awaiting_review ON kyc_sessions (partner_id, check_since NULLS FIRST, id) WHERE (state = ANY (ARRAY['submitted'::text, 'opening'::text, 'unknown'::text, 'checking'::text]))"
    ]
  }
]

/** The version after these steps. */
export const versionAfter = (taken: ReadonlyArray<Step>): number => taken.at(-1)?.version ?? firstVersion

/** The version that this program works with. */
export const schemaVersion = versionAfter(steps)
