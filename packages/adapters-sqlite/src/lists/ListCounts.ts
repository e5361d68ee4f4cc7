import {
  type Addition,
  accountChanges,
  type deltasOf,
  type JournalEntry,
  type ListCountChange,
  ListCountSums,
  listCountTable,
  type SumTable
} from "@quittance/core/adapter"
import type Database from "better-sqlite3"
import { HourSplits } from "./HourSplits.ts"

/** Maintains `list_counts`. Changes of a group are written once, just before the group is committed. */
export class ListCounts {
  readonly #add: (addition: Addition) => void
  readonly #forgetEmpty: Database.Statement
  readonly #splits: HourSplits
  #noted = new ListCountSums()

  constructor(database: Database.Database) {
    this.#add = prepareSumTable(database, listCountTable)
    this.#splits = new HourSplits(database)
    const isMeant = listCountTable.key.map(({ name }) => `${name} = ?`)
    this.#forgetEmpty = database.prepare(
      `DELETE FROM ${listCountTable.name} WHERE ${isMeant.join(" AND ")} AND count = 0`
    )
  }

  note(changes: ReadonlyArray<ListCountChange>): void {
    this.#noted.add(changes)
  }

  noteEntry(entry: JournalEntry, deltas: ReturnType<typeof deltasOf>): void {
    for (const change of accountChanges(entry, deltas)) this.#noted.addChange(change)
  }

  /** Writes the collected changes. Hours that became crowded are split for the groups that follow. */
  seal(): void {
    const { additions, filledHours, moments } = this.#noted
    for (const addition of [...additions, ...this.#splits.kept(moments)]) {
      this.#add(addition)
      if (addition.sums.some((sum) => sum < 0)) this.#forgetEmpty.run(...addition.key)
    }
    for (const { hour } of filledHours) this.#splits.splitIfCrowded(hour)
    this.takenBack()
  }

  /** The group was rolled back, or its outcome is unknown. */
  takenBack(): void {
    this.#noted = new ListCountSums()
  }
}

/** Adds to the rows of a table of sums. */
export const prepareSumTable = (
  database: Database.Database,
  { key, name, sums }: SumTable
): ((addition: Addition) => void) => {
  const columns = [...key.map((column) => column.name), ...sums]
  const added = sums.map((sum) => `${sum} = ${sum} + excluded.${sum}`)
  const add = database.prepare(
    `INSERT INTO ${name} (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})
     ON CONFLICT DO UPDATE SET ${added.join(", ")}`
  )
  return (addition) => {
    add.run(...addition.key, ...addition.sums)
  }
}
