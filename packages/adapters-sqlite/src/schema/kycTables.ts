/** Part of `version1`: KYC sessions, their pictures, and the keys of what is erased for good. */
export const kycTables = `
-- What a redaction destroys, and the bodies of messages about sessions, are sealed under keys of these rows (see
-- ErasableTexts). A row is added at the end and never removed, and a key is destroyed by zeros where it lies: so no row ever
-- moves, and no copy of a key stays behind on another page.
CREATE TABLE erasure_keys (
  seq INTEGER PRIMARY KEY,
  key BLOB NOT NULL CHECK (length(key) = 32)
) STRICT;

CREATE TABLE kyc_sessions (
  partner_id TEXT NOT NULL,
  id TEXT NOT NULL,
  version INTEGER NOT NULL CHECK (version > 0),
  state TEXT NOT NULL CHECK (state IN ('pending', 'collecting', 'submitted', 'opening', 'unknown', 'checking', 'completed',
    'failed', 'expired')),                                  -- as recorded
  token TEXT NOT NULL,                                      -- end of the verification URL
  level TEXT NOT NULL CHECK (level IN ('basic', 'advanced')),
  locale TEXT NOT NULL CHECK (locale IN ('ru', 'en', 'kz')),
  endpoint_id TEXT,                                         -- that is told the result, like the next one
  endpoint_url TEXT,
  personal TEXT,                                            -- sealed JSON: documents, metadata, redirect URL and person
  attempts INTEGER NOT NULL,
  reasons TEXT NOT NULL,                                    -- JSON array of codes
  check_number INTEGER NOT NULL,
  check_since INTEGER,
  lost TEXT,                                                -- why the check's answer is missing
  decided_by TEXT,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  ended_at INTEGER,
  redacted_at INTEGER,
  PRIMARY KEY (partner_id, id),
  CHECK ((state IN ('completed', 'failed', 'expired')) = (ended_at IS NOT NULL)),
  CHECK (state NOT IN ('submitted', 'opening', 'unknown', 'checking') OR check_since IS NOT NULL),
  CHECK (redacted_at IS NULL OR ended_at IS NOT NULL),
  CHECK ((redacted_at IS NULL) = (personal IS NOT NULL)),
  CHECK ((endpoint_id IS NULL) = (endpoint_url IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX kyc_sessions_by_token ON kyc_sessions (token);
-- What operators look through, the longest waiting first.
CREATE INDEX kyc_sessions_in_check ON kyc_sessions (check_since, id)
  WHERE state IN ('submitted', 'opening', 'unknown', 'checking');
-- What retention redacts, from the earliest ended.
CREATE INDEX kyc_sessions_unredacted ON kyc_sessions (partner_id, ended_at, id)
  WHERE redacted_at IS NULL AND ended_at IS NOT NULL;

-- Where a part of a fingerprint occurs among the documents that sessions have now. The fingerprint itself is in the session.
CREATE TABLE kyc_pictures (
  partner_id TEXT NOT NULL,
  band INTEGER NOT NULL,                                    -- the part, numbered by its place: 65536 values for each
  session_id TEXT NOT NULL,
  document_id TEXT NOT NULL,
  PRIMARY KEY (partner_id, band, session_id, document_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX kyc_pictures_by_session ON kyc_pictures (partner_id, session_id, document_id);
`
