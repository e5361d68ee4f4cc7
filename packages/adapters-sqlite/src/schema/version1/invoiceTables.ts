/** Part of `version1`: fiat invoices, their bank payments and batches, and their roll-ups. */
export const invoiceTables = `
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
