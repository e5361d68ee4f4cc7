/** What a store needs to be told from an older copy of itself. */
const holdTable = `
-- One row while no money may leave on what this store says; none otherwise.
CREATE TABLE store_hold (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  reason TEXT NOT NULL,
  since INTEGER NOT NULL
) STRICT;
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
ALTER TABLE meta ADD COLUMN first_event INTEGER;            -- the chain begins after this event
ALTER TABLE meta ADD COLUMN first_entry INTEGER;            -- and after this journal entry
ALTER TABLE meta ADD COLUMN has_anchor INTEGER NOT NULL DEFAULT 0 CHECK (has_anchor IN (0, 1));
`

/** Each part stands in a constant of its own, in the order in which it is applied. */
export const version2 = [holdTable, chainColumns].join("\n")
