import { type Addition, type ListCountChange, ListCountSums, listCountTable } from "@quittance/core/adapter"
import type Database from "better-sqlite3"
import { prepareSumTable } from "../commit/sumTable.ts"

/** Maintains `list_counts`. Changes of a group are written once, just before the group is committed. */
export class ListCounts {
  readonly #add: (addition: Addition) => void
  readonly #forgetEmpty: Database.Statement
  #noted = new ListCountSums()

  constructor(database: Database.Database) {
    this.#add = prepareSumTable(database, listCountTable)
    const isMeant = listCountTable.key.map(({ name }) => `${name} = ?`)
    this.#forgetEmpty = database.prepare(
      `DELETE FROM ${listCountTable.name} WHERE ${isMeant.join(" AND ")} AND count = 0`
    )
  }

  note(changes: ReadonlyArray<ListCountChange>): void {
    this.#noted.add(changes)
  }

  /** Writes the collected changes. */
  seal(): void {
    for (const addition of this.#noted.additions) {
      this.#add(addition)
      if (addition.sums.some((sum) => sum < 0)) this.#forgetEmpty.run(...addition.key)
    }
    this.takenBack()
  }

  /** The group was rolled back, or its outcome is unknown. */
  takenBack(): void {
    this.#noted = new ListCountSums()
  }
}
