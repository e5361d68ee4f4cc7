/** The table of version 29 for the entries of bank statements. */
export const statementEntriesTable = `
CREATE TABLE IF NOT EXISTS statement_entries (
  id text COLLATE "C" NOT NULL,
  partner_id text COLLATE "C" NOT NULL,
  account text COLLATE "C" NOT NULL,
  amount_minor bigint NOT NULL,
  currency text COLLATE "C" NOT NULL,
  booked_on text COLLATE "C" NOT NULL,
  value_on text COLLATE "C",
  accepted_at bigint,
  key_kind text COLLATE "C" NOT NULL CHECK (key_kind IN ('bankReference', 'mt940Reference', 'document', 'content')),
  twin text COLLATE "C" NOT NULL,
  part_of text COLLATE "C",
  payer_bank_id text COLLATE "C",
  payer_bank text COLLATE "C",
  reference text COLLATE "C",
  is_batch bigint NOT NULL,
  line bigint NOT NULL,
  created_at bigint NOT NULL,
  state text COLLATE "C" NOT NULL CHECK (state IN ('matching', 'matched', 'assigned', 'held', 'unresolved', 'returned', 'sentBack', 'ignored', 'reversing', 'reversed')),
  status text COLLATE "C" NOT NULL CHECK (status IN ('matched', 'assigned', 'unresolved', 'returned', 'ignored')),
  redacted_at bigint,
  updated_at bigint NOT NULL,
  partner_of_invoice text COLLATE "C",
  invoice_id text COLLATE "C",
  assignment text COLLATE "C",
  payment_id text COLLATE "C",
  reason text COLLATE "C",
  fault text COLLATE "C" CHECK (fault IN ('unknown_reference', 'ambiguous', 'wrong_amount', 'wrong_currency', 'wrong_account', 'too_late', 'already_paid', 'cancelled', 'possible_duplicate', 'reversed')),
  taken_back_by text COLLATE "C",
  is_replaced bigint,
  reversal text COLLATE "C",
  reversed_on text COLLATE "C",
  version bigint NOT NULL CHECK (version > 0),
  personal text COLLATE "C" CHECK (personal IS NULL OR redacted_at IS NULL),
  PRIMARY KEY (partner_id, id),
  CHECK (status = CASE state WHEN 'matching' THEN 'matched' WHEN 'matched' THEN 'matched' WHEN 'assigned' THEN 'assigned' WHEN 'held' THEN 'unresolved' WHEN 'unresolved' THEN 'unresolved' WHEN 'returned' THEN 'returned' WHEN 'sentBack' THEN 'returned' WHEN 'ignored' THEN 'ignored' WHEN 'reversing' THEN 'matched' WHEN 'reversed' THEN 'matched' END),
  CHECK ((state IN ('matching', 'matched', 'assigned', 'held', 'sentBack', 'reversing', 'reversed')) = (partner_of_invoice IS NOT NULL)),
  CHECK ((state IN ('matching', 'matched', 'assigned', 'held', 'sentBack', 'reversing', 'reversed')) = (invoice_id IS NOT NULL)),
  CHECK (state IN ('matching') OR assignment IS NULL),
  CHECK ((state IN ('matched', 'assigned', 'held', 'sentBack', 'reversing', 'reversed')) = (payment_id IS NOT NULL)),
  CHECK ((state IN ('assigned', 'returned', 'sentBack', 'ignored')) = (reason IS NOT NULL)),
  CHECK ((state IN ('held', 'unresolved', 'sentBack')) = (fault IS NOT NULL)),
  CHECK (state IN ('returned', 'sentBack') OR taken_back_by IS NULL),
  CHECK ((state IN ('ignored')) = (is_replaced IS NOT NULL)),
  CHECK ((state IN ('reversing', 'reversed')) = (reversal IS NOT NULL)),
  CHECK ((state IN ('reversing', 'reversed')) = (reversed_on IS NOT NULL))
);
CREATE INDEX IF NOT EXISTS statement_entries_listed ON statement_entries (partner_id, booked_on, id);
CREATE INDEX IF NOT EXISTS statement_entries_by_status ON statement_entries (partner_id, status, booked_on, id);
CREATE INDEX IF NOT EXISTS statement_entries_by_reference ON statement_entries (partner_id, reference NULLS FIRST, booked_on, id) WHERE reference IS NOT NULL;
CREATE INDEX IF NOT EXISTS statement_entries_by_part_of ON statement_entries (partner_id, part_of NULLS FIRST) WHERE part_of IS NOT NULL;
CREATE INDEX IF NOT EXISTS statement_entries_by_twin ON statement_entries (partner_id, key_kind, twin, booked_on);
CREATE INDEX IF NOT EXISTS statement_entries_underway ON statement_entries (partner_id, updated_at, id) WHERE state IN ('matching', 'reversing');
CREATE INDEX IF NOT EXISTS statement_entries_unresolved ON statement_entries (created_at, id) WHERE state IN ('held', 'unresolved');`
