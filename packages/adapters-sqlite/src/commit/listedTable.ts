import type { Concept, List, ListFilter, ListOwner } from "@quittance/core"
import type Database from "better-sqlite3"
import type { ListCounts } from "../lists/ListCounts.ts"
import { type ConceptTable, prepareConceptTable } from "./conceptTable.ts"

/** The states of a concept that are items of a list: every write keeps the counts of the list. */
export const prepareListedTable = <State, Item, Owner extends ListOwner, Filter extends ListFilter>(
  database: Database.Database,
  concept: Concept<State>,
  list: List<Item, Owner, Filter>,
  itemOf: (state: State) => Item,
  counts: ListCounts
): ConceptTable<State> => {
  const table = prepareConceptTable(database, concept)
  const { status } = list
  const statusColumn = concept.statuses === undefined ? "state" : "status"
  const statusOf =
    status &&
    database.prepare(`SELECT ${statusColumn} FROM ${concept.table} WHERE partner_id = ? AND id = ?`).pluck()
  return {
    ...table,
    write: (state, expectedVersion) => {
      if (expectedVersion === 0) counts.created(list, itemOf(state))
      else if (status !== undefined && statusOf !== undefined) {
        const item = itemOf(state)
        // Most changes leave an item in the first status.
        if (status.of(item) === status.values[0] && table.step(state, expectedVersion)) return
        const { id, partnerId } = concept.nameOf(state)
        counts.changed(list, item, String(statusOf.get(partnerId, id)))
      }
      table.write(state, expectedVersion)
    }
  }
}
