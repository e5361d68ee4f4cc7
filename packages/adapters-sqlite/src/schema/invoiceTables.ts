/** Part of `version1`: fiat invoices, their bank payments and batches, and what is added up over them. */
export const invoiceTables = `
CREATE TABLE invoices (
  partner_id TEXT NOT NULL,
  id TEXT NOT NULL,
  version INTEGER NOT NULL CHECK (version > 0),
  status TEXT NOT NULL CHECK (status IN ('pending', 'paid', 'expired', 'cancelled')),   -- as recorded
  token TEXT NOT NULL,                                      -- end of the payment URL
  amount_minor INTEGER NOT NULL,
  currency TEXT NOT NULL,
  description TEXT,
  metadata TEXT NOT NULL,                                   -- JSON object, as the caller sent it
  redirect_url TEXT,
  external_id TEXT,                                         -- unique per partner by a claim
  batch_id TEXT,
  customer_email TEXT,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  operation_id TEXT,                                        -- of the receipt, whose money is the invoice's amount
  payer_bank TEXT,
  bank_time INTEGER,
  late INTEGER CHECK (late IN (0, 1)),
  paid_at INTEGER,
  PRIMARY KEY (partner_id, id),
  CHECK ((status = 'paid') = (paid_at IS NOT NULL))
) STRICT, WITHOUT ROWID;
-- Serves lists; without a status or a currency their runs are merged. The expiry tells what is due without the row.
CREATE INDEX invoices_listed ON invoices (partner_id, status, currency, created_at, id, expires_at);
CREATE INDEX invoices_by_token ON invoices (token);
-- What will expire, and what is due and not recorded as expired yet.
CREATE INDEX invoices_expiring ON invoices (partner_id, expires_at, id, created_at, currency) WHERE status = 'pending';

CREATE TABLE bank_payments (
  partner_id TEXT NOT NULL,
  id TEXT NOT NULL,
  version INTEGER NOT NULL CHECK (version > 0),
  state TEXT NOT NULL CHECK (state IN ('requested', 'starting', 'unknown', 'awaiting', 'declined', 'lapsed', 'settled',
    'unresolved', 'returned')),
  invoice_id TEXT NOT NULL,
  bank TEXT NOT NULL,                                       -- that was chosen; '' for money that came by itself
  amount_minor INTEGER NOT NULL,
  currency TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  link TEXT,
  error TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  operation_id TEXT,                                        -- of the receipt, like the next four; unique by a claim
  received_minor INTEGER,
  received_currency TEXT,
  payer_bank TEXT,
  bank_time INTEGER,
  fault TEXT,                                               -- why the invoice could not take the money
  return_reason TEXT,
  PRIMARY KEY (partner_id, id),
  CHECK ((state IN ('settled', 'unresolved', 'returned')) = (operation_id IS NOT NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX bank_payments_by_invoice ON bank_payments (partner_id, invoice_id, created_at, id);
CREATE INDEX bank_payments_unresolved ON bank_payments (created_at, id) WHERE state = 'unresolved';

CREATE TABLE batches (
  partner_id TEXT NOT NULL,
  id TEXT NOT NULL,
  version INTEGER NOT NULL CHECK (version > 0),
  total INTEGER NOT NULL,                                   -- data rows of the file
  created INTEGER NOT NULL,
  failed INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (partner_id, id)
) STRICT, WITHOUT ROWID;

-- What became of a batch's invoices, kept by the commits that change them.
CREATE TABLE batch_tallies (
  partner_id TEXT NOT NULL,
  batch_id TEXT NOT NULL,
  paid INTEGER NOT NULL,
  paid_minor INTEGER NOT NULL,
  mails_unsent INTEGER NOT NULL,
  PRIMARY KEY (partner_id, batch_id)
) STRICT, WITHOUT ROWID;

-- How many invoices there are and what the paid ones sum up to, by the bucket their creation lies in; a bucket is its start.
-- Kept by every write of an invoice.
CREATE TABLE invoice_figures (
  partner_id TEXT NOT NULL,
  grain TEXT NOT NULL CHECK (grain IN ('quarter', 'hour', 'day')),
  currency TEXT NOT NULL,
  bucket INTEGER NOT NULL,
  created INTEGER NOT NULL,
  paid INTEGER NOT NULL,
  expired INTEGER NOT NULL,
  cancelled INTEGER NOT NULL,
  paid_minor INTEGER NOT NULL,
  PRIMARY KEY (partner_id, grain, currency, bucket)
) STRICT, WITHOUT ROWID;

-- The paid ones by the payer's bank; the banks stand before the buckets, so that a range of one bank is one run.
CREATE TABLE bank_figures (
  partner_id TEXT NOT NULL,
  grain TEXT NOT NULL CHECK (grain IN ('quarter', 'hour', 'day')),
  currency TEXT NOT NULL,
  bank TEXT NOT NULL,
  bucket INTEGER NOT NULL,
  paid INTEGER NOT NULL,
  paid_minor INTEGER NOT NULL,
  PRIMARY KEY (partner_id, grain, currency, bank, bucket)
) STRICT, WITHOUT ROWID;
`
