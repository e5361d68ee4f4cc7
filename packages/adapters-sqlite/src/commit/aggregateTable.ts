import type Database from "better-sqlite3"
import type { AggregateRows } from "../rows/AggregateRows.ts"

/** A kind of aggregate whose rows are written by compare-and-set. */
export interface AggregateTable<State> {
  /** 0 when there is no such row. */
  readonly versionOf: (partnerId: string, id: string) => number
  /** Writes what was found current; an `expectedVersion` of 0 inserts. */
  readonly write: (state: State, expectedVersion: number) => void
}

export const prepareAggregateTable = <State>(
  database: Database.Database,
  rows: AggregateRows<State>
): AggregateTable<State> => {
  const insert = database.prepare(rows.insertSql)
  const change = rows.change && { statement: database.prepare(rows.change.sql), ...rows.change }
  return {
    versionOf: prepareVersionOf(database, rows.table),
    write: (state, expectedVersion) => {
      if (change === undefined || expectedVersion === 0) once(insert, rows.columns(state, 1))
      else once(change.statement, change.columns(state, expectedVersion))
    }
  }
}

export const prepareVersionOf = (
  database: Database.Database,
  table: string
): ((partnerId: string, id: string) => number) => {
  // A partner is named by its own id.
  const partner = table === "partners" ? "id" : "partner_id"
  const find = database.prepare(`SELECT version FROM ${table} WHERE ${partner} = ? AND id = ?`).pluck()
  return (partnerId, id) => (find.get(partnerId, id) as number | undefined) ?? 0
}

/** One row, or a defect: the versions were checked in this transaction, so only one commit that names a subject twice can differ. */
export const once = (statement: Database.Statement, columns: ReadonlyArray<unknown>): void => {
  if (statement.run(...columns).changes !== 1) throw new Error("a commit may write each aggregate once")
}
