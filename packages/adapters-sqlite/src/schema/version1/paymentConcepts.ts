/** Part of `version1`: payouts, invoices and what they are made of. */
export const paymentConcepts = `
CREATE TABLE payouts (
  id TEXT NOT NULL,
  partner_id TEXT NOT NULL,
  idempotency_key TEXT NOT NULL,
  reference TEXT NOT NULL,
  currency TEXT NOT NULL,
  network TEXT NOT NULL,
  address TEXT NOT NULL,
  amount_minor INTEGER NOT NULL,
  fee_minor INTEGER NOT NULL,
  note TEXT,
  created_at INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('reserved', 'submitting', 'submitted', 'unknown', 'confirmed', 'rejected', 'not_confirmed')),
  status TEXT NOT NULL CHECK (status IN ('PENDING', 'COMPLETED', 'FAILED')),
  attempts INTEGER NOT NULL,
  calls TEXT NOT NULL,
  processing_id TEXT,
  error TEXT,
  updated_at INTEGER NOT NULL,
  completed_at INTEGER,
  settled_late_at INTEGER,
  version INTEGER NOT NULL CHECK (version > 0),
  PRIMARY KEY (partner_id, id),
  CHECK (status = CASE state WHEN 'reserved' THEN 'PENDING' WHEN 'submitting' THEN 'PENDING' WHEN 'submitted' THEN 'PENDING' WHEN 'unknown' THEN 'PENDING' WHEN 'confirmed' THEN 'COMPLETED' WHEN 'rejected' THEN 'FAILED' WHEN 'not_confirmed' THEN 'FAILED' END),
  CHECK ((state IN ('confirmed', 'rejected', 'not_confirmed')) = (completed_at IS NOT NULL)),
  CHECK (state IN ('rejected', 'not_confirmed') OR settled_late_at IS NULL)
) STRICT, WITHOUT ROWID;
CREATE INDEX payouts_by_status ON payouts (partner_id, status, created_at, id);

CREATE TABLE crypto_invoices (
  id TEXT NOT NULL,
  partner_id TEXT NOT NULL,
  external_id TEXT NOT NULL,
  token TEXT NOT NULL,
  network TEXT NOT NULL,
  currency TEXT NOT NULL,
  address TEXT NOT NULL,
  address_salt TEXT NOT NULL,
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
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  watch_until INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('pending', 'confirming', 'paid', 'underpaid', 'expired', 'cancelled')),
  live_minor INTEGER NOT NULL,
  credited_minor INTEGER NOT NULL,
  charged_minor INTEGER NOT NULL,
  counting_live_minor INTEGER NOT NULL,
  counting_credited_minor INTEGER NOT NULL,
  late_minor INTEGER NOT NULL,
  dropped_count INTEGER NOT NULL,
  reversed_count INTEGER NOT NULL,
  in_transit TEXT NOT NULL,
  has_vanished INTEGER NOT NULL,
  redacted_at INTEGER,
  updated_at INTEGER NOT NULL,
  paid_at INTEGER,
  version INTEGER NOT NULL CHECK (version > 0),
  personal TEXT CHECK (personal IS NULL OR redacted_at IS NULL),
  PRIMARY KEY (partner_id, id),
  CHECK ((state IN ('paid')) = (paid_at IS NOT NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX crypto_invoices_by_token ON crypto_invoices (token);
CREATE INDEX crypto_invoices_unredacted ON crypto_invoices (partner_id, updated_at, id) WHERE state IN ('paid', 'underpaid', 'expired', 'cancelled') AND redacted_at IS NULL;

CREATE TABLE crypto_transfers (
  id TEXT NOT NULL,
  partner_id TEXT NOT NULL,
  invoice_id TEXT NOT NULL,
  network TEXT NOT NULL,
  tx_hash TEXT NOT NULL,
  log_index INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('seen', 'credited', 'dropped', 'reversed')),
  amount_minor INTEGER NOT NULL,
  confirmations INTEGER NOT NULL,
  seen_at INTEGER NOT NULL,
  fee_minor INTEGER,
  version INTEGER NOT NULL CHECK (version > 0),
  PRIMARY KEY (partner_id, id),
  CHECK ((state IN ('credited')) = (fee_minor IS NOT NULL))
) STRICT, WITHOUT ROWID;


CREATE TABLE invoices (
  id TEXT NOT NULL,
  partner_id TEXT NOT NULL,
  token TEXT NOT NULL,
  amount_minor INTEGER NOT NULL,
  currency TEXT NOT NULL,
  external_id TEXT,
  batch_id TEXT,
  reference TEXT,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('pending', 'paid', 'expired', 'cancelled')),
  redacted_at INTEGER,
  updated_at INTEGER NOT NULL,
  operation_id TEXT,
  received_minor INTEGER,
  received_currency TEXT,
  payer_bank TEXT,
  bank_time INTEGER,
  late INTEGER,
  paid_at INTEGER,
  version INTEGER NOT NULL CHECK (version > 0),
  personal TEXT CHECK (personal IS NULL OR redacted_at IS NULL),
  PRIMARY KEY (partner_id, id),
  CHECK ((state IN ('paid')) = (operation_id IS NOT NULL)),
  CHECK ((state IN ('paid')) = (received_minor IS NOT NULL)),
  CHECK ((state IN ('paid')) = (received_currency IS NOT NULL)),
  CHECK ((state IN ('paid')) = (payer_bank IS NOT NULL)),
  CHECK ((state IN ('paid')) = (bank_time IS NOT NULL)),
  CHECK ((state IN ('paid')) = (late IS NOT NULL)),
  CHECK ((state IN ('paid')) = (paid_at IS NOT NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX invoices_listed ON invoices (partner_id, state, currency, created_at, id, expires_at);
CREATE INDEX invoices_by_token ON invoices (token);
CREATE INDEX invoices_expiring ON invoices (partner_id, expires_at, id, created_at, currency) WHERE state = 'pending';
CREATE INDEX invoices_unredacted ON invoices (partner_id, updated_at, id) WHERE state IN ('paid', 'expired', 'cancelled') AND redacted_at IS NULL;

CREATE TABLE bank_payments (
  id TEXT NOT NULL,
  partner_id TEXT NOT NULL,
  invoice_id TEXT NOT NULL,
  bank TEXT NOT NULL,
  amount_minor INTEGER NOT NULL,
  currency TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('requested', 'starting', 'unknown', 'awaiting', 'declined', 'lapsed', 'settled', 'unresolved', 'returned')),
  attempts INTEGER NOT NULL,
  link TEXT,
  error TEXT,
  updated_at INTEGER NOT NULL,
  operation_id TEXT,
  received_minor INTEGER,
  received_currency TEXT,
  payer_bank TEXT,
  bank_time INTEGER,
  fault TEXT CHECK (fault IN ('wrongAmount', 'cancelled', 'alreadyPaid', 'tooLate')),
  reason TEXT,
  version INTEGER NOT NULL CHECK (version > 0),
  PRIMARY KEY (partner_id, id),
  CHECK ((state IN ('settled', 'unresolved', 'returned')) = (operation_id IS NOT NULL)),
  CHECK ((state IN ('settled', 'unresolved', 'returned')) = (received_minor IS NOT NULL)),
  CHECK ((state IN ('settled', 'unresolved', 'returned')) = (received_currency IS NOT NULL)),
  CHECK ((state IN ('settled', 'unresolved', 'returned')) = (payer_bank IS NOT NULL)),
  CHECK ((state IN ('settled', 'unresolved', 'returned')) = (bank_time IS NOT NULL)),
  CHECK ((state IN ('unresolved', 'returned')) = (fault IS NOT NULL)),
  CHECK ((state IN ('returned')) = (reason IS NOT NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX bank_payments_by_id ON bank_payments (id);
CREATE INDEX bank_payments_by_invoice ON bank_payments (partner_id, invoice_id, created_at, id);
CREATE INDEX bank_payments_unresolved ON bank_payments (created_at, id) WHERE state = 'unresolved';

CREATE TABLE batches (
  id TEXT NOT NULL,
  partner_id TEXT NOT NULL,
  total INTEGER NOT NULL,
  created INTEGER NOT NULL,
  failed INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  version INTEGER NOT NULL CHECK (version > 0),
  PRIMARY KEY (partner_id, id)
) STRICT, WITHOUT ROWID;

`
