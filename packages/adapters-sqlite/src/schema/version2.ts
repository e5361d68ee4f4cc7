/** What a store needs to be told from an older copy of itself. */
const holdTable = `
-- One row while no money may leave on what this store says; none otherwise.
CREATE TABLE store_hold (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  reason TEXT NOT NULL,
  since INTEGER NOT NULL
) STRICT;
`

/** What the processing side knows a payout by: until now its id. */
const payoutReferences = `
ALTER TABLE payouts ADD COLUMN reference TEXT NOT NULL DEFAULT '';
UPDATE payouts SET reference = id;
`

/** What an invoice's bank payments are named after. */
const invoiceReferences = `
ALTER TABLE invoices ADD COLUMN reference TEXT;              -- none where the caller gave no key
`

/** What a deposit address was derived from, in place of a counter, which goes back with a restored store. */
const addressSalts = `
ALTER TABLE crypto_invoices ADD COLUMN address_salt TEXT;    -- unknown of what is older
ALTER TABLE transit_wallets ADD COLUMN address_salt TEXT;    -- unknown of what is older
DROP TABLE sequences;
`

/**
 * The chain over the commits. `digest` is the checksum of the subject's row as the commit left it (see RowDigest), with the
 * table of a row that is new, followed by those of rows that no event of the commit is about; `claimed` that of its
 * idempotency record. The last event of each group of commits carries the chain's next link, and the last journal entry that
 * the link covers. What a store held before it had a chain is in no link.
 */
const chainColumns = `
ALTER TABLE events ADD COLUMN digest TEXT;
ALTER TABLE events ADD COLUMN claimed INTEGER;
ALTER TABLE events ADD COLUMN link TEXT;
ALTER TABLE events ADD COLUMN link_entry INTEGER;
ALTER TABLE meta ADD COLUMN store_id TEXT;                  -- random; copies of a store share it
ALTER TABLE meta ADD COLUMN anchor_ids TEXT NOT NULL DEFAULT ''; -- see anchorIdsOf
ALTER TABLE meta ADD COLUMN first_event INTEGER;            -- the chain begins after this event
ALTER TABLE meta ADD COLUMN first_entry INTEGER;            -- and after this journal entry
ALTER TABLE meta ADD COLUMN has_anchor INTEGER NOT NULL DEFAULT 0 CHECK (has_anchor IN (0, 1));
`

/**
 * A process of the first version that goes on beside a newer one commits nothing: it knows of no reference, and lookups of all its
 * payouts under the empty one would find one transfer. Whoever knows of digests writes one, or an empty text, with each event.
 */
const oldProgramsRefused = `
CREATE TRIGGER events_of_old_programs BEFORE INSERT ON events WHEN NEW.digest IS NULL BEGIN
  SELECT RAISE(ABORT, 'a newer version of the program brought this store up to date: stop every process of the older one');
END;
`

/** What expired of `seen_signatures` up to then is gone: whether a signature was among it is not known any more. */
const signatureHorizon = `
ALTER TABLE meta ADD COLUMN signatures_forgotten_through INTEGER NOT NULL DEFAULT 0;
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

/** The same for crypto invoices, which name the payer as well. */
const cryptoInvoiceRedaction = `
ALTER TABLE crypto_invoices ADD COLUMN personal TEXT;       -- sealed JSON; in its place nothing stands in the columns in clear
ALTER TABLE crypto_invoices ADD COLUMN redacted_at INTEGER;
-- What retention redacts, from the earliest ended.
CREATE INDEX crypto_invoices_unredacted ON crypto_invoices (partner_id, updated_at, id)
  WHERE redacted_at IS NULL AND state NOT IN ('pending', 'confirming');

UPDATE webhook_messages SET resource_id = (SELECT subject_id FROM events WHERE events.id = webhook_messages.id)
  WHERE type GLOB 'crypto.invoice.*';
`

const isHex = (text: string): string => `${text} NOT GLOB '*[^0-9a-fA-F]*'`

/** Sets the hashes of a table to the spelling that `canonicalTxHash` gives them. An EVM address begins with 0x, one of Tron with T. */
const canonicalHashes = (table: string, address: string): string => `
UPDATE ${table} SET tx_hash = lower(tx_hash)
  WHERE ${address} LIKE '0x%' AND tx_hash LIKE '0x_%' AND ${isHex("substr(tx_hash, 3)")};
UPDATE ${table} SET tx_hash = '0x' || lower(tx_hash)
  WHERE ${address} LIKE '0x%' AND length(tx_hash) = 64 AND ${isHex("tx_hash")};
UPDATE ${table} SET tx_hash = lower(substr(tx_hash, -64))
  WHERE ${address} LIKE 'T%' AND (length(tx_hash) = 64 OR length(tx_hash) = 66 AND tx_hash LIKE '0x%')
    AND ${isHex("substr(tx_hash, -64)")};
`

/** One spelling of each transaction, and a claim on it; a claim on another spelling of old stays and hinders nothing. */
const transactionHashes = `${canonicalHashes(
  "crypto_transfers",
  "(SELECT address FROM crypto_invoices AS i WHERE i.partner_id = crypto_transfers.partner_id AND i.id = invoice_id)"
)}${canonicalHashes("transit_deposits", "address")}
INSERT OR IGNORE INTO claims (domain, scope, key, partner_id, owner_id)
  SELECT '', 'transfer', network || '/' || tx_hash || '/' || log_index, i.partner_id, i.id
  FROM crypto_transfers AS t JOIN crypto_invoices AS i ON i.partner_id = t.partner_id AND i.id = t.invoice_id;
INSERT OR IGNORE INTO claims (domain, scope, key, partner_id, owner_id)
  SELECT '', 'transfer', network || '/' || tx_hash || '/' || log_index, partner_id, id FROM transit_deposits;
`

/** Each part stands in a constant of its own, in the order in which it is applied. */
export const version2 = [
  holdTable,
  payoutReferences,
  invoiceReferences,
  addressSalts,
  transactionHashes,
  signatureHorizon,
  dataKeysTable,
  invoiceRedaction,
  cryptoInvoiceRedaction,
  chainColumns,
  oldProgramsRefused
].join("\n")
