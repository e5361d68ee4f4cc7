import type { Concept } from "@quittance/core/adapter"
import type Database from "better-sqlite3"

/** Aggregates of one kind, written by compare-and-set. */
export interface AggregateTable<State> {
  /** 0 when there is no such row. */
  readonly versionOf: (partnerId: string, id: string) => number
  /** Writes a row whose version was checked. Without a previous state it inserts. */
  readonly write: (state: State, expectedVersion: number, previous: State | undefined) => void
}

export const prepareVersionOf = (
  database: Database.Database,
  { partnerColumn, table }: Pick<Concept<never>, "partnerColumn" | "table">
): ((partnerId: string, id: string) => number) => {
  const find = database.prepare(`SELECT version FROM ${table} WHERE ${partnerColumn} = ? AND id = ?`).pluck()
  return (partnerId, id) => (find.get(partnerId, id) as number | undefined) ?? 0
}

/**
 * One row, or a defect: the versions were checked in this transaction, so only a commit that names a subject
 * twice can differ.
 */
export const once = (statement: Database.Statement, columns: ReadonlyArray<unknown>): void => {
  if (statement.run(...columns).changes !== 1) throw new Error("a commit may write each aggregate once")
}
