import type Database from "better-sqlite3"
import { version1 } from "./version1.ts"

/** Marks a SQLite file as our store: "Qtnc" in ASCII, in the header field for application ids. */
export const applicationId = 0x51746e63

/** The version of a new store. Stores of lower versions were never released, and are refused. */
export const firstVersion = 10

/** The migration from each version to the next; the first turns an empty file into a store. Append only. */
const migrations: ReadonlyArray<string> = [version1]

export const schemaVersion = firstVersion + migrations.length - 1

/**
 * Migrates the store to the current version. The caller holds the write lock and has read `version` under it,
 * so that two processes that start at once do it once; all steps are committed together or not at all. 0 is
 * an empty file.
 */
export const migrate = (
  database: Database.Database,
  version: number,
  store: { readonly mode: "sandbox" | "live"; readonly createdAt: number }
): void => {
  const isNew = version === 0
  for (const step of migrations.slice(isNew ? 0 : version - firstVersion + 1)) database.exec(step)
  if (isNew) {
    database
      .prepare(
        `INSERT INTO meta (id, mode, created_at, last_fence, store_id, anchor_ids)
          SELECT 1, ?, ?, 0, id, id FROM (SELECT lower(hex(randomblob(16))) AS id)`
      )
      .run(store.mode, store.createdAt)
    database.pragma(`application_id = ${applicationId}`)
  }
  database.pragma(`user_version = ${schemaVersion}`)
}
