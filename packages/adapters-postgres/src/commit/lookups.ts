import { type Concept, listedLookups } from "@quittance/core"
import type { Call } from "../connect/Connections.ts"
import type { Partners } from "./BulkRows.ts"
import { DirectoryRows, listInDirectory } from "./directory.ts"

/**
 * How new states are found without their partner. The value of a lookup never changes, so its rows never change
 * either.
 */
export class LookupRows {
  readonly #rows = new DirectoryRows(listInDirectory)

  add<State>(concept: Concept<State>, state: State): void {
    for (const { column, kind } of listedLookups(concept)) {
      const { id, partnerId } = concept.nameOf(state)
      this.#rows.add([kind, column.cellOf(state), partnerId, id, null, null])
    }
  }

  calls(partners: Partners): ReadonlyArray<Call> {
    return this.#rows.calls(partners)
  }
}
