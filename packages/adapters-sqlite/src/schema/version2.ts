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

/** What a deposit address was derived from, in place of a counter, which goes back with a restored store. */
const addressSalts = `
ALTER TABLE crypto_invoices ADD COLUMN address_salt TEXT;    -- unknown of what is older
ALTER TABLE transit_wallets ADD COLUMN address_salt TEXT;    -- unknown of what is older
DROP TABLE sequences;
`

/** Each part stands in a constant of its own, in the order in which it is applied. */
export const version2 = [holdTable, payoutReferences, addressSalts].join("\n")
