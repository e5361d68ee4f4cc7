import { type RowDigest, type RowTexts, rowDigests } from "@quittance/core/adapter"
import type Database from "better-sqlite3"

/** The current state of a row, and its noun. */
export interface CurrentRow extends RowTexts {
  readonly noun: string
  readonly table: string
}

type Find = (partnerId: string, id: string) => CurrentRow | undefined

/** Reads rows for comparison with the digests in the events. */
export class CurrentRows {
  readonly #finders: ReadonlyMap<string, Find>

  constructor(database: Database.Database) {
    this.#finders = new Map(
      [...rowDigests.values()].map((digest) => [digest.table, finderOf(database, digest)])
    )
  }

  in(table: string, partnerId: string, id: string): CurrentRow | undefined {
    return this.#finders.get(table)?.(partnerId, id)
  }
}

const finderOf = (
  database: Database.Database,
  { columns, noun, ofCells, partnerColumn, table }: RowDigest<unknown>
): Find => {
  const row = database
    .prepare(`SELECT ${columns.join(", ")} FROM ${table} WHERE ${partnerColumn} = ? AND id = ?`)
    .raw()
    .safeIntegers()
  return (partnerId, id) => {
    const cells = row.get(partnerId, id) as ReadonlyArray<unknown> | undefined
    return cells && { ...ofCells(cells), noun, table }
  }
}
