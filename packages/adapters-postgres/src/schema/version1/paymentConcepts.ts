/** Part of `version1`: payouts, invoices and what they are made of. */
export const paymentConcepts = `
CREATE TABLE payouts (
  "id" text COLLATE "C" NOT NULL,
  "partner_id" text COLLATE "C" NOT NULL,
  "idempotency_key" text COLLATE "C" NOT NULL,
  "reference" text COLLATE "C" NOT NULL,
  "currency" text COLLATE "C" NOT NULL,
  "network" text COLLATE "C" NOT NULL,
  "address" text COLLATE "C" NOT NULL,
  "amount_minor" bigint NOT NULL,
  "fee_minor" bigint NOT NULL,
  "note" text COLLATE "C",
  "created_at" bigint NOT NULL,
  "state" text COLLATE "C" NOT NULL CHECK ("state" IN ('reserved', 'submitting', 'submitted', 'unknown', 'confirmed', 'rejected', 'not_confirmed')),
  "status" text COLLATE "C" NOT NULL CHECK ("status" IN ('PENDING', 'COMPLETED', 'FAILED')),
  "attempts" bigint NOT NULL,
  "calls" text COLLATE "C" NOT NULL,
  "processing_id" text COLLATE "C",
  "error" text COLLATE "C",
  "updated_at" bigint NOT NULL,
  "completed_at" bigint,
  "settled_late_at" bigint,
  version bigint NOT NULL CHECK (version > 0),
  PRIMARY KEY (partner_id, id),
  CHECK (status = CASE state WHEN 'reserved' THEN 'PENDING' WHEN 'submitting' THEN 'PENDING' WHEN 'submitted' THEN 'PENDING' WHEN 'unknown' THEN 'PENDING' WHEN 'confirmed' THEN 'COMPLETED' WHEN 'rejected' THEN 'FAILED' WHEN 'not_confirmed' THEN 'FAILED' END),
  CHECK ((state IN ('confirmed', 'rejected', 'not_confirmed')) = ("completed_at" IS NOT NULL)),
  CHECK (state IN ('rejected', 'not_confirmed') OR "settled_late_at" IS NULL)
);
CREATE INDEX payouts_by_status ON payouts ("partner_id", "status", "created_at", "id");

CREATE TABLE crypto_invoices (
  "id" text COLLATE "C" NOT NULL,
  "partner_id" text COLLATE "C" NOT NULL,
  "external_id" text COLLATE "C" NOT NULL,
  "token" text COLLATE "C" NOT NULL,
  "network" text COLLATE "C" NOT NULL,
  "currency" text COLLATE "C" NOT NULL,
  "address" text COLLATE "C" NOT NULL,
  "address_salt" text COLLATE "C" NOT NULL,
  "amount_minor" bigint NOT NULL,
  "expected_minor" bigint NOT NULL,
  "fee_minor" bigint NOT NULL,
  "net_minor" bigint NOT NULL,
  "fee_payer" text COLLATE "C" NOT NULL CHECK ("fee_payer" IN ('merchant', 'payer')),
  "fee_basis_points" bigint NOT NULL,
  "fee_fixed_minor" bigint NOT NULL,
  "fee_min_minor" bigint NOT NULL,
  "fee_max_minor" bigint,
  "required_confirmations" bigint NOT NULL,
  "created_at" bigint NOT NULL,
  "expires_at" bigint NOT NULL,
  "watch_until" bigint NOT NULL,
  "state" text COLLATE "C" NOT NULL CHECK ("state" IN ('pending', 'confirming', 'paid', 'underpaid', 'expired', 'cancelled')),
  "live_minor" bigint NOT NULL,
  "credited_minor" bigint NOT NULL,
  "charged_minor" bigint NOT NULL,
  "counting_live_minor" bigint NOT NULL,
  "counting_credited_minor" bigint NOT NULL,
  "late_minor" bigint NOT NULL,
  "dropped_count" bigint NOT NULL,
  "reversed_count" bigint NOT NULL,
  "in_transit" text COLLATE "C" NOT NULL,
  "has_vanished" bigint NOT NULL,
  "redacted_at" bigint,
  "updated_at" bigint NOT NULL,
  "paid_at" bigint,
  version bigint NOT NULL CHECK (version > 0),
  personal text COLLATE "C" CHECK (personal IS NULL OR redacted_at IS NULL),
  PRIMARY KEY (partner_id, id),
  CHECK ((state IN ('paid')) = ("paid_at" IS NOT NULL))
);
CREATE INDEX crypto_invoices_unredacted ON crypto_invoices ("partner_id", "updated_at", "id") WHERE "state" IN ('paid', 'underpaid', 'expired', 'cancelled') AND "redacted_at" IS NULL;

CREATE TABLE crypto_transfers (
  "id" text COLLATE "C" NOT NULL,
  "partner_id" text COLLATE "C" NOT NULL,
  "invoice_id" text COLLATE "C" NOT NULL,
  "network" text COLLATE "C" NOT NULL,
  "tx_hash" text COLLATE "C" NOT NULL,
  "log_index" bigint NOT NULL,
  "state" text COLLATE "C" NOT NULL CHECK ("state" IN ('seen', 'credited', 'dropped', 'reversed')),
  "amount_minor" bigint NOT NULL,
  "confirmations" bigint NOT NULL,
  "seen_at" bigint NOT NULL,
  "fee_minor" bigint,
  version bigint NOT NULL CHECK (version > 0),
  PRIMARY KEY (partner_id, id),
  CHECK ((state IN ('credited')) = ("fee_minor" IS NOT NULL))
);


CREATE TABLE invoices (
  "id" text COLLATE "C" NOT NULL,
  "partner_id" text COLLATE "C" NOT NULL,
  "token" text COLLATE "C" NOT NULL,
  "amount_minor" bigint NOT NULL,
  "currency" text COLLATE "C" NOT NULL,
  "external_id" text COLLATE "C",
  "batch_id" text COLLATE "C",
  "reference" text COLLATE "C",
  "created_at" bigint NOT NULL,
  "expires_at" bigint NOT NULL,
  "state" text COLLATE "C" NOT NULL CHECK ("state" IN ('pending', 'paid', 'expired', 'cancelled')),
  "redacted_at" bigint,
  "updated_at" bigint NOT NULL,
  "operation_id" text COLLATE "C",
  "received_minor" bigint,
  "received_currency" text COLLATE "C",
  "payer_bank" text COLLATE "C",
  "bank_time" bigint,
  "late" bigint,
  "paid_at" bigint,
  version bigint NOT NULL CHECK (version > 0),
  personal text COLLATE "C" CHECK (personal IS NULL OR redacted_at IS NULL),
  PRIMARY KEY (partner_id, id),
  CHECK ((state IN ('paid')) = ("operation_id" IS NOT NULL)),
  CHECK ((state IN ('paid')) = ("received_minor" IS NOT NULL)),
  CHECK ((state IN ('paid')) = ("received_currency" IS NOT NULL)),
  CHECK ((state IN ('paid')) = ("payer_bank" IS NOT NULL)),
  CHECK ((state IN ('paid')) = ("bank_time" IS NOT NULL)),
  CHECK ((state IN ('paid')) = ("late" IS NOT NULL)),
  CHECK ((state IN ('paid')) = ("paid_at" IS NOT NULL))
);
CREATE INDEX invoices_listed ON invoices ("partner_id", "state", "currency", "created_at", "id", "expires_at");
CREATE INDEX invoices_expiring ON invoices ("partner_id", "expires_at", "id", "created_at", "currency") WHERE "state" = 'pending';
CREATE INDEX invoices_unredacted ON invoices ("partner_id", "updated_at", "id") WHERE "state" IN ('paid', 'expired', 'cancelled') AND "redacted_at" IS NULL;

CREATE TABLE bank_payments (
  "id" text COLLATE "C" NOT NULL,
  "partner_id" text COLLATE "C" NOT NULL,
  "invoice_id" text COLLATE "C" NOT NULL,
  "bank" text COLLATE "C" NOT NULL,
  "amount_minor" bigint NOT NULL,
  "currency" text COLLATE "C" NOT NULL,
  "created_at" bigint NOT NULL,
  "state" text COLLATE "C" NOT NULL CHECK ("state" IN ('requested', 'starting', 'unknown', 'awaiting', 'declined', 'lapsed', 'settled', 'unresolved', 'returned')),
  "attempts" bigint NOT NULL,
  "link" text COLLATE "C",
  "error" text COLLATE "C",
  "updated_at" bigint NOT NULL,
  "operation_id" text COLLATE "C",
  "received_minor" bigint,
  "received_currency" text COLLATE "C",
  "payer_bank" text COLLATE "C",
  "bank_time" bigint,
  "fault" text COLLATE "C" CHECK ("fault" IN ('wrongAmount', 'cancelled', 'alreadyPaid', 'tooLate')),
  "reason" text COLLATE "C",
  version bigint NOT NULL CHECK (version > 0),
  PRIMARY KEY (partner_id, id),
  CHECK ((state IN ('settled', 'unresolved', 'returned')) = ("operation_id" IS NOT NULL)),
  CHECK ((state IN ('settled', 'unresolved', 'returned')) = ("received_minor" IS NOT NULL)),
  CHECK ((state IN ('settled', 'unresolved', 'returned')) = ("received_currency" IS NOT NULL)),
  CHECK ((state IN ('settled', 'unresolved', 'returned')) = ("payer_bank" IS NOT NULL)),
  CHECK ((state IN ('settled', 'unresolved', 'returned')) = ("bank_time" IS NOT NULL)),
  CHECK ((state IN ('unresolved', 'returned')) = ("fault" IS NOT NULL)),
  CHECK ((state IN ('returned')) = ("reason" IS NOT NULL))
);
CREATE INDEX bank_payments_by_invoice ON bank_payments ("partner_id", "invoice_id", "created_at", "id");
CREATE INDEX bank_payments_unresolved ON bank_payments ("created_at", "id") WHERE "state" = 'unresolved';

CREATE TABLE batches (
  "id" text COLLATE "C" NOT NULL,
  "partner_id" text COLLATE "C" NOT NULL,
  "total" bigint NOT NULL,
  "created" bigint NOT NULL,
  "failed" bigint NOT NULL,
  "created_at" bigint NOT NULL,
  version bigint NOT NULL CHECK (version > 0),
  PRIMARY KEY (partner_id, id)
);

`
