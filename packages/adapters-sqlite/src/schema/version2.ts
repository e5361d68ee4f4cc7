/** What a store needs to be told from an older copy of itself. */
const holdTable = `
-- One row while no money may leave on what this store says; none otherwise.
CREATE TABLE store_hold (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  reason TEXT NOT NULL,
  since INTEGER NOT NULL
) STRICT;
`

/** What expired of `seen_signatures` up to then is gone: whether a signature was among it is not known any more. */
const signatureHorizon = `
ALTER TABLE meta ADD COLUMN signatures_forgotten_through INTEGER NOT NULL DEFAULT 0;
`

/** Each part stands in a constant of its own, in the order in which it is applied. */
export const version2 = [holdTable, signatureHorizon].join("\n")
