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

/** Each part stands in a constant of its own, in the order in which it is applied. */
export const version2 = [holdTable, dataKeysTable].join("\n")
