/** The ends of a column of payouts: what is new, what is sorted in runs, and all rows of before as the first run. */
const endingsOf = (name: string, column: string, isCovered?: (row: string) => string): string => {
  const added = `BEGIN
  INSERT INTO ${name}_new (ending, partner_id, id) VALUES (lower(substr(new.${column}, -8)), new.partner_id, new.id);
END;`
  const covering = (word: string, row: string): string =>
    isCovered === undefined ? "" : ` ${word} ${isCovered(row)}`
  const isChanged = `new.${column} IS NOT old.${column}`
  return `
CREATE TABLE ${name} (
  run INTEGER NOT NULL,
  ending TEXT NOT NULL,
  partner_id TEXT NOT NULL,
  id TEXT NOT NULL,
  PRIMARY KEY (run, ending, partner_id, id)
) STRICT, WITHOUT ROWID;
CREATE TABLE ${name}_new (seq INTEGER PRIMARY KEY, ending TEXT NOT NULL, partner_id TEXT NOT NULL, id TEXT NOT NULL) STRICT;
CREATE TRIGGER ${name}_added AFTER INSERT ON payouts${covering("WHEN", "new")} ${added}
CREATE TRIGGER ${name}_changed AFTER UPDATE OF ${column} ON payouts WHEN ${isChanged}${covering("AND", "new")} ${added}
CREATE TRIGGER ${name}_sorted AFTER INSERT ON ${name}_new WHEN new.seq >= 4096 BEGIN
  INSERT INTO ${name} (run, ending, partner_id, id)
    SELECT DISTINCT (SELECT coalesce(max(run), 0) + 1 FROM ${name}), ending, partner_id, id FROM ${name}_new ORDER BY 2, 3, 4;
  DELETE FROM ${name}_new;
END;
INSERT INTO ${name} (run, ending, partner_id, id)
  SELECT 1, lower(substr(${column}, -8)), partner_id, id FROM payouts${covering("WHERE", "payouts")} ORDER BY 2, 3, 4;`
}

export const firstEndings =
  endingsOf("payouts_by_address", "address") +
  endingsOf("payouts_by_transaction", "processing_id", (row) => `length(${row}.processing_id) IN (64, 66)`)
