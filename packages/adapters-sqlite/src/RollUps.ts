import { type CounterChange, CounterSums, counterAddition, counterTables } from "@quittance/core/adapter"
import type Database from "better-sqlite3"
import { prepareSumTable } from "./lists/ListCounts.ts"

/**
 * Roll-ups: every change is added to the stored sum. Changes of a group are written once, just before the group is
 * committed: many payouts of a group are in the same few buckets.
 */
export class RollUps {
  readonly #add: { readonly [Tag in CounterChange["_tag"]]: ReturnType<typeof prepareSumTable> }
  #noted = new CounterSums()

  constructor(database: Database.Database) {
    this.#add = {
      Invoices: prepareSumTable(database, counterTables.Invoices),
      Bank: prepareSumTable(database, counterTables.Bank),
      Network: prepareSumTable(database, counterTables.Network),
      Batch: prepareSumTable(database, counterTables.Batch),
      Wallet: prepareSumTable(database, counterTables.Wallet)
    }
  }

  note(changes: ReadonlyArray<CounterChange>): void {
    this.#noted.add(changes)
  }

  /** Writes the collected changes. */
  seal(): void {
    for (const sum of this.#noted.all) this.#add[sum.sum._tag](counterAddition(sum))
    this.takenBack()
  }

  /** The group was rolled back, or its outcome is unknown. */
  takenBack(): void {
    this.#noted = new CounterSums()
  }
}
