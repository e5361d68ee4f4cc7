/** Part of `version1`: what is kept of networks. */
export const chainConcepts = `
CREATE TABLE chain_cursors (
  "id" text COLLATE "C" NOT NULL,
  "first_block" bigint NOT NULL,
  "created_at" bigint NOT NULL,
  "block_number" bigint NOT NULL,
  "blocks" text COLLATE "C" NOT NULL,
  "updated_at" bigint NOT NULL,
  version bigint NOT NULL CHECK (version > 0),
  PRIMARY KEY (id)
);


CREATE TABLE chain_setups (
  "id" text COLLATE "C" NOT NULL,
  "partner_id" text COLLATE "C" NOT NULL,
  "created_at" bigint NOT NULL,
  "is_paused" bigint NOT NULL,
  "factory" text COLLATE "C",
  "updated_at" bigint NOT NULL,
  version bigint NOT NULL CHECK (version > 0),
  PRIMARY KEY (partner_id, id)
);


CREATE TABLE chain_transfers (
  "id" text COLLATE "C" NOT NULL,
  "partner_id" text COLLATE "C" NOT NULL,
  "address" text COLLATE "C" NOT NULL,
  "sender" text COLLATE "C" NOT NULL,
  "tx_hash" text COLLATE "C" NOT NULL,
  "position" bigint NOT NULL,
  "amount_minor" bigint NOT NULL,
  "value" text COLLATE "C" NOT NULL,
  "created_at" bigint NOT NULL,
  "block_hash" text COLLATE "C" NOT NULL,
  "block_number" bigint NOT NULL,
  "seen_at" bigint NOT NULL,
  "is_dropped" bigint NOT NULL,
  "updated_at" bigint NOT NULL,
  version bigint NOT NULL CHECK (version > 0),
  PRIMARY KEY (partner_id, id)
);
CREATE INDEX chain_transfers_by_address ON chain_transfers ("partner_id", "address");
CREATE INDEX chain_transfers_by_block ON chain_transfers ("partner_id", "block_number");

CREATE TABLE chain_transactions (
  "id" text COLLATE "C" NOT NULL,
  "partner_id" text COLLATE "C" NOT NULL,
  "purpose" text COLLATE "C" NOT NULL CHECK ("purpose" IN ('payout', 'sweep', 'deployment', 'other')),
  "payout_id" text COLLATE "C" NOT NULL,
  "payout_partner_id" text COLLATE "C" NOT NULL,
  "recipient" text COLLATE "C" NOT NULL,
  "amount_minor" bigint NOT NULL,
  "contract" text COLLATE "C" NOT NULL,
  "data" text COLLATE "C" NOT NULL,
  "created_at" bigint NOT NULL,
  "state" text COLLATE "C" NOT NULL CHECK ("state" IN ('queued', 'sent', 'cancelling', 'completed', 'failed', 'cancelled', 'abandoned', 'assumed', 'unclaimed', 'claimed')),
  "updated_at" bigint NOT NULL,
  "wallet" text COLLATE "C",
  "nonce" bigint,
  "forms" text COLLATE "C",
  "hash" text COLLATE "C",
  "block_number" bigint,
  "cost_wei" text COLLATE "C",
  "settled_at" bigint,
  "reason" text COLLATE "C",
  version bigint NOT NULL CHECK (version > 0),
  PRIMARY KEY (partner_id, id),
  CHECK ((state IN ('sent', 'cancelling', 'completed', 'failed', 'cancelled', 'assumed', 'unclaimed', 'claimed')) = ("wallet" IS NOT NULL)),
  CHECK ((state IN ('sent', 'cancelling', 'completed', 'failed', 'cancelled', 'assumed', 'unclaimed', 'claimed')) = ("nonce" IS NOT NULL)),
  CHECK ((state IN ('sent', 'cancelling', 'completed', 'failed', 'cancelled', 'assumed', 'unclaimed', 'claimed')) = ("forms" IS NOT NULL)),
  CHECK ((state IN ('completed', 'failed', 'cancelled', 'assumed', 'unclaimed', 'claimed')) = ("hash" IS NOT NULL)),
  CHECK ((state IN ('completed', 'failed', 'cancelled', 'assumed', 'unclaimed', 'claimed')) = ("block_number" IS NOT NULL)),
  CHECK ((state IN ('completed', 'failed', 'cancelled', 'assumed', 'unclaimed', 'claimed')) = ("cost_wei" IS NOT NULL)),
  CHECK ((state IN ('completed', 'failed', 'cancelled', 'assumed', 'unclaimed', 'claimed')) = ("settled_at" IS NOT NULL)),
  CHECK ((state IN ('failed')) = ("reason" IS NOT NULL))
);
CREATE INDEX chain_transactions_queue ON chain_transactions ("partner_id", "created_at", "id") WHERE "state" = 'queued';
CREATE INDEX chain_transactions_open ON chain_transactions ("partner_id", "wallet" NULLS FIRST, "nonce" NULLS FIRST) WHERE "state" IN ('sent', 'cancelling');
CREATE INDEX chain_transactions_doubtful ON chain_transactions ("partner_id", "created_at", "id") WHERE "state" IN ('assumed', 'unclaimed');
CREATE INDEX chain_transactions_by_time ON chain_transactions ("partner_id", "created_at", "id");
CREATE INDEX chain_transactions_settled ON chain_transactions ("partner_id", "settled_at" NULLS FIRST, "id") WHERE "state" IN ('completed', 'failed', 'cancelled', 'assumed', 'unclaimed', 'claimed');
CREATE INDEX chain_transactions_by_hash ON chain_transactions ("partner_id", "hash" NULLS FIRST) WHERE "state" IN ('completed', 'failed', 'cancelled', 'assumed', 'unclaimed', 'claimed');
CREATE INDEX chain_transactions_sweeps ON chain_transactions ("partner_id", "created_at", "id") WHERE "purpose" = 'sweep';
CREATE INDEX chain_transactions_open_sweeps ON chain_transactions ("partner_id", "created_at", "id") WHERE "purpose" = 'sweep' AND "state" IN ('queued', 'sent', 'cancelling');

CREATE TABLE chain_wallets (
  "id" text COLLATE "C" NOT NULL,
  "partner_id" text COLLATE "C" NOT NULL,
  "address" text COLLATE "C" NOT NULL,
  "created_at" bigint NOT NULL,
  "sealed_key" text COLLATE "C" NOT NULL,
  "next_nonce" bigint NOT NULL,
  "spent" text COLLATE "C" NOT NULL,
  "updated_at" bigint NOT NULL,
  version bigint NOT NULL CHECK (version > 0),
  PRIMARY KEY (partner_id, id)
);
CREATE INDEX chain_wallets_by_network ON chain_wallets ("partner_id", "created_at", "id");

CREATE TABLE chain_upkeeps (
  "id" text COLLATE "C" NOT NULL,
  "partner_id" text COLLATE "C" NOT NULL,
  "created_at" bigint NOT NULL,
  "swept_block" bigint NOT NULL,
  "swept_at" bigint NOT NULL,
  "compared_block" bigint NOT NULL,
  "compared_at" bigint NOT NULL,
  "compared_cost_minor" bigint NOT NULL,
  "updated_at" bigint NOT NULL,
  version bigint NOT NULL CHECK (version > 0),
  PRIMARY KEY (partner_id, id)
);

`
