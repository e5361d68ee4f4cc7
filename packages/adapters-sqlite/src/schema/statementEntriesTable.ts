/** The table of version 29 for the entries of bank statements. */
export const statementEntriesTable = `
CREATE TABLE statement_entries (
  id TEXT NOT NULL,
  partner_id TEXT NOT NULL,
  account TEXT NOT NULL,
  amount_minor INTEGER NOT NULL,
  currency TEXT NOT NULL,
  booked_on TEXT NOT NULL,
  value_on TEXT,
  accepted_at INTEGER,
  key_kind TEXT NOT NULL CHECK (key_kind IN ('bankReference', 'mt940Reference', 'document', 'content')),
  twin TEXT NOT NULL,
  part_of TEXT,
  payer_bank_id TEXT,
  payer_bank TEXT,
  reference TEXT,
  is_batch INTEGER NOT NULL,
  line INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('matching', 'matched', 'assigned', 'held', 'unresolved', 'returned', 'sentBack', 'ignored', 'reversing', 'reversed')),
  status TEXT NOT NULL CHECK (status IN ('matched', 'assigned', 'unresolved', 'returned', 'ignored')),
  redacted_at INTEGER,
  updated_at INTEGER NOT NULL,
  partner_of_invoice TEXT,
  invoice_id TEXT,
  assignment TEXT,
  payment_id TEXT,
  reason TEXT,
  fault TEXT CHECK (fault IN ('unknown_reference', 'ambiguous', 'wrong_amount', 'wrong_currency', 'wrong_account', 'too_late', 'already_paid', 'cancelled', 'possible_duplicate', 'reversed')),
  taken_back_by TEXT,
  is_replaced INTEGER,
  reversal TEXT,
  reversed_on TEXT,
  version INTEGER NOT NULL CHECK (version > 0),
  personal TEXT CHECK (personal IS NULL OR redacted_at IS NULL),
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
) STRICT, WITHOUT ROWID;
CREATE INDEX statement_entries_by_id ON statement_entries (id);
CREATE INDEX statement_entries_listed ON statement_entries (partner_id, booked_on, id);
CREATE INDEX statement_entries_by_status ON statement_entries (partner_id, status, booked_on, id);
CREATE INDEX statement_entries_by_reference ON statement_entries (partner_id, reference, booked_on, id) WHERE reference IS NOT NULL;
CREATE INDEX statement_entries_by_part_of ON statement_entries (partner_id, part_of) WHERE part_of IS NOT NULL;
CREATE INDEX statement_entries_by_twin ON statement_entries (partner_id, key_kind, twin, booked_on);
CREATE INDEX statement_entries_underway ON statement_entries (partner_id, updated_at, id) WHERE state IN ('matching', 'reversing');
CREATE INDEX statement_entries_unresolved ON statement_entries (created_at, id) WHERE state IN ('held', 'unresolved');`
