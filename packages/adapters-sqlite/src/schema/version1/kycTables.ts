/** Part of `version1`: KYC sessions, their pictures, and the keys of erasable data. */
export const kycTables = `
-- What a redaction destroys, and the bodies of messages about sessions, are sealed under keys of these rows (see
-- ErasableTexts). A row is added at the end and never removed, and a key is destroyed by zeros where it lies: so no row ever
-- moves, and no copy of a key stays behind on another page.
CREATE TABLE erasure_keys (
  seq INTEGER PRIMARY KEY,
  key BLOB NOT NULL CHECK (length(key) = 32)
) STRICT;

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
