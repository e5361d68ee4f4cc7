import { counterAddition, type CounterChange, CounterSums, counterTables } from "@quittance/core"
import type Database from "better-sqlite3"
import { prepareSumTable } from "./sumTable.ts"

/** Roll-ups: every change is added to the stored sum. */
export interface CounterTables {
  readonly write: (changes: ReadonlyArray<CounterChange>) => void
}

export const prepareCounters = (database: Database.Database): CounterTables => {
  const add = {
    Invoices: prepareSumTable(database, counterTables.Invoices),
    Bank: prepareSumTable(database, counterTables.Bank),
    Batch: prepareSumTable(database, counterTables.Batch),
    Wallet: prepareSumTable(database, counterTables.Wallet)
  }
  return {
    write: (changes) => {
      const sums = new CounterSums()
      sums.add(changes)
      for (const sum of sums.all) add[sum.sum._tag](counterAddition(sum))
    }
  }
}
