/** What a store needs to be told from an older copy of itself. */
const holdTable = `
-- One row while no money may leave on what this store says; none otherwise.
CREATE TABLE store_hold (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  reason TEXT NOT NULL,
  since INTEGER NOT NULL
) STRICT;
`

/** The keys that secrets are sealed under, each wrapped under a master key that is not here. */
const dataKeysTable = `
CREATE TABLE data_keys (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,                                  -- stands in what was sealed under it
  key_id TEXT NOT NULL,                                     -- of the master key
  wrapped TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
`

/**
 * What is personal in an invoice becomes erasable, as in a KYC session. What was written before keeps its columns: it is read from
 * there, and emptied there. Events no longer repeat addresses that e-mails went to.
 */
const invoiceRedaction = `
ALTER TABLE invoices ADD COLUMN personal TEXT;              -- sealed JSON; in its place nothing stands in the columns in clear
ALTER TABLE invoices ADD COLUMN redacted_at INTEGER;
-- What retention redacts, from the earliest ended.
CREATE INDEX invoices_unredacted ON invoices (partner_id, updated_at, id)
  WHERE redacted_at IS NULL AND status <> 'pending';

ALTER TABLE webhook_messages ADD COLUMN resource_id TEXT;   -- of an invoice or a KYC session, whose redaction erases it
UPDATE webhook_messages SET resource_id = (SELECT subject_id FROM events WHERE events.id = webhook_messages.id)
  WHERE type GLOB 'kyc.*' OR type GLOB 'invoice.*';
CREATE INDEX webhook_messages_about ON webhook_messages (partner_id, resource_id, id) WHERE resource_id IS NOT NULL;

UPDATE events
   SET data = replace(json_remove(data, '$.to'), json_extract(data, '$.to'), 'the address')
 WHERE type IN ('InvoiceMailSent', 'InvoiceMailFailed') AND json_extract(data, '$.to') <> '';
`

/** Each part stands in a constant of its own, in the order in which it is applied. */
export const version2 = [holdTable, dataKeysTable, invoiceRedaction].join("\n")
