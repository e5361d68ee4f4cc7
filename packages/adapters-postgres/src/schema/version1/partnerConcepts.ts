/** Part of `version1`: partners, their keys, wallets, endpoints and KYC sessions. */
export const partnerConcepts = `
CREATE TABLE kyc_sessions (
  "id" text COLLATE "C" NOT NULL,
  "partner_id" text COLLATE "C" NOT NULL,
  "token" text COLLATE "C" NOT NULL,
  "level" text COLLATE "C" NOT NULL CHECK ("level" IN ('basic', 'advanced')),
  "locale" text COLLATE "C" NOT NULL CHECK ("locale" IN ('ru', 'en', 'kz')),
  "recipient" text COLLATE "C",
  "created_at" bigint NOT NULL,
  "expires_at" bigint NOT NULL,
  "state" text COLLATE "C" NOT NULL CHECK ("state" IN ('pending', 'collecting', 'submitted', 'opening', 'unknown', 'checking', 'completed', 'failed', 'expired')),
  "attempts" bigint NOT NULL,
  "reasons" text COLLATE "C" NOT NULL,
  "check_number" bigint NOT NULL,
  "check_since" bigint,
  "lost" text COLLATE "C" CHECK ("lost" IN ('unavailable', 'duplicate', 'other_check', 'forgotten', 'process_ended')),
  "decided_by" text COLLATE "C",
  "redacted_at" bigint,
  "updated_at" bigint NOT NULL,
  "ended_at" bigint,
  version bigint NOT NULL CHECK (version > 0),
  personal text COLLATE "C" CHECK (personal IS NULL OR redacted_at IS NULL),
  PRIMARY KEY (partner_id, id),
  CHECK ((state IN ('completed', 'failed', 'expired')) = ("ended_at" IS NOT NULL))
);
CREATE INDEX kyc_sessions_in_check ON kyc_sessions ("check_since" NULLS FIRST, "id") WHERE "state" IN ('submitted', 'opening', 'unknown', 'checking');
CREATE INDEX kyc_sessions_unredacted ON kyc_sessions ("partner_id", "ended_at" NULLS FIRST, "id") WHERE "redacted_at" IS NULL AND "ended_at" IS NOT NULL;

CREATE TABLE transit_wallets (
  "id" text COLLATE "C" NOT NULL,
  "partner_id" text COLLATE "C" NOT NULL,
  "label" text COLLATE "C" NOT NULL,
  "network" text COLLATE "C" NOT NULL,
  "currency" text COLLATE "C" NOT NULL,
  "address" text COLLATE "C" NOT NULL,
  "address_salt" text COLLATE "C" NOT NULL,
  "created_at" bigint NOT NULL,
  version bigint NOT NULL CHECK (version > 0),
  PRIMARY KEY (partner_id, id)
);
CREATE INDEX transit_wallets_listed ON transit_wallets ("partner_id", "created_at", "id");

CREATE TABLE transit_deposits (
  "id" text COLLATE "C" NOT NULL,
  "partner_id" text COLLATE "C" NOT NULL,
  "wallet_id" text COLLATE "C" NOT NULL,
  "network" text COLLATE "C" NOT NULL,
  "currency" text COLLATE "C" NOT NULL,
  "address" text COLLATE "C" NOT NULL,
  "tx_hash" text COLLATE "C" NOT NULL,
  "log_index" bigint NOT NULL,
  "required_confirmations" bigint NOT NULL,
  "created_at" bigint NOT NULL,
  "state" text COLLATE "C" NOT NULL CHECK ("state" IN ('seen', 'credited', 'dropped', 'reversed')),
  "amount_minor" bigint NOT NULL,
  "confirmations" bigint NOT NULL,
  "seen_at" bigint NOT NULL,
  "updated_at" bigint NOT NULL,
  version bigint NOT NULL CHECK (version > 0),
  PRIMARY KEY (partner_id, id)
);
CREATE INDEX transit_deposits_by_wallet ON transit_deposits ("partner_id", "wallet_id", "created_at", "id");

CREATE TABLE webhook_endpoints (
  "id" text COLLATE "C" NOT NULL,
  "partner_id" text COLLATE "C" NOT NULL,
  "family" text COLLATE "C" NOT NULL CHECK ("family" IN ('fiat', 'transit', 'kyc')),
  "created_at" bigint NOT NULL,
  "state" text COLLATE "C" NOT NULL CHECK ("state" IN ('enabled', 'disabled', 'deleted')),
  "url" text COLLATE "C" NOT NULL,
  "events" text COLLATE "C" NOT NULL,
  "sealed_secret" text COLLATE "C" NOT NULL,
  "retiring_secret" text COLLATE "C",
  "signs_until" bigint,
  "failing_since" bigint,
  "updated_at" bigint NOT NULL,
  "cause" text COLLATE "C" CHECK ("cause" IN ('partner', 'gone', 'failing')),
  version bigint NOT NULL CHECK (version > 0),
  PRIMARY KEY (partner_id, id),
  CHECK (("retiring_secret" IS NULL) = ("signs_until" IS NULL)),
  CHECK ((state IN ('disabled')) = ("cause" IS NOT NULL))
);
CREATE INDEX webhook_endpoints_registered ON webhook_endpoints ("partner_id", "family", "id") WHERE "state" IN ('enabled', 'disabled');
CREATE INDEX webhook_endpoints_enabled ON webhook_endpoints ("partner_id", "family", "id") WHERE "state" = 'enabled';
CREATE INDEX webhook_endpoints_disabled ON webhook_endpoints ("cause" NULLS FIRST) WHERE "cause" IN ('gone', 'failing') AND "family" IN ('fiat', 'transit');

CREATE TABLE partners (
  "id" text COLLATE "C" NOT NULL,
  "created_at" bigint NOT NULL,
  "name" text COLLATE "C" NOT NULL,
  "terms" text COLLATE "C" NOT NULL,
  version bigint NOT NULL CHECK (version > 0),
  PRIMARY KEY (id)
);


CREATE TABLE api_keys (
  "id" text COLLATE "C" NOT NULL,
  "partner_id" text COLLATE "C" NOT NULL,
  "created_at" bigint NOT NULL,
  "public_key" text COLLATE "C" NOT NULL,
  "secret_hash" text COLLATE "C" NOT NULL,
  "sealed_secret" text COLLATE "C" NOT NULL,
  "scopes" text COLLATE "C" NOT NULL,
  "allowed_ips" text COLLATE "C" NOT NULL,
  "bind" text COLLATE "C" NOT NULL CHECK ("bind" IN ('none', 'idempotency', 'query')),
  "expires_at" bigint,
  "revoked_at" bigint,
  "last_used_at" bigint,
  version bigint NOT NULL CHECK (version > 0),
  PRIMARY KEY (partner_id, id)
);

`
