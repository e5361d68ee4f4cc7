import { columnName, type Ending } from "@quittance/core/adapter"
import { endOf, isCovered } from "../../src/readers/endingSql.ts"

/**
 * The index of the ends of a field, as its declaration wants it. Triggers keep both of its tables, whatever writes the
 * row: an entry is appended to one, and when this has `runLength` of them, they become the next run of the other.
 */
export const endingTablesSql = (table: string, ending: Ending, runLength = 4096): string => {
  const runs = `${table}_${ending.index}`
  const column = columnName(ending.field)
  const added = `BEGIN
  INSERT INTO ${runs}_new (ending, partner_id, id) VALUES (${endOf(`new.${column}`)}, new.partner_id, new.id);
END;`
  const when = (...conditions: ReadonlyArray<string>): string =>
    conditions.length === 0 ? "" : ` WHEN ${conditions.join(" AND ")}`
  return `
CREATE TABLE ${runs} (
  run INTEGER NOT NULL,
  ending TEXT NOT NULL,
  partner_id TEXT NOT NULL,
  id TEXT NOT NULL,
  PRIMARY KEY (run, ending, partner_id, id)
) STRICT, WITHOUT ROWID;
CREATE TABLE ${runs}_new (seq INTEGER PRIMARY KEY, ending TEXT NOT NULL, partner_id TEXT NOT NULL, id TEXT NOT NULL) STRICT;
CREATE TRIGGER ${runs}_added AFTER INSERT ON ${table}${when(...isCovered(ending, "new"))} ${added}
CREATE TRIGGER ${runs}_changed AFTER UPDATE OF ${column} ON ${table}${when(`new.${column} IS NOT old.${column}`, ...isCovered(ending, "new"))} ${added}
CREATE TRIGGER ${runs}_sorted AFTER INSERT ON ${runs}_new WHEN new.seq >= ${runLength} BEGIN
  INSERT INTO ${runs} (run, ending, partner_id, id)
    SELECT DISTINCT (SELECT coalesce(max(run), 0) + 1 FROM ${runs}), ending, partner_id, id FROM ${runs}_new ORDER BY 2, 3, 4;
  DELETE FROM ${runs}_new;
END;`
}
