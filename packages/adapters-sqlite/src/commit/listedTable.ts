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
  const isInFirstStatus = (item: Item) => status !== undefined && status.of(item) === status.values[0]
  return {
    ...table,
    write: (state, expectedVersion, previous) => {
      const item = itemOf(state)
      if (previous === undefined) counts.created(list, item)
      else {
        const before = itemOf(previous)
        // Most changes leave an item in the first status.
        if (isInFirstStatus(before) && isInFirstStatus(item) && table.step(state, expectedVersion)) return
        counts.changed(list, before, item)
      }
      table.write(state, expectedVersion, previous)
    }
  }
}
