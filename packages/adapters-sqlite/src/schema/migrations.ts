import type Database from "better-sqlite3"
import { version1 } from "./version1.ts"
import { version2 } from "./version2.ts"

/** Marks a SQLite file as a store of ours: "Qtnc" in ASCII, in the header field for just this. */
export const applicationId = 0x51746e63

/** What takes a store from each version to the next; the first makes an empty file a store. Only ever appended to. */
const migrations: ReadonlyArray<string> = [version1, version2]

export const schemaVersion = migrations.length

/**
 * Brings the store up to the current version. The caller holds the write lock and looked at `version` under it, so that
 * two processes that start at once do it once; all steps land together or not at all.
 */
export const migrate = (
  database: Database.Database,
  version: number,
  store: { readonly mode: "sandbox" | "live"; readonly createdAt: number }
): void => {
  for (const step of migrations.slice(version)) database.exec(step)
  if (version === 0) {
    database
      .prepare("INSERT INTO meta (id, mode, created_at, last_fence) VALUES (1, ?, ?, 0)")
      .run(store.mode, store.createdAt)
    database.pragma(`application_id = ${applicationId}`)
  }
  database.exec(`UPDATE meta SET store_id = lower(hex(randomblob(16))),
    first_event = (SELECT coalesce(max(seq), 0) FROM events),
    first_entry = (SELECT coalesce(max(seq), 0) FROM journal_entries) WHERE store_id IS NULL;
    UPDATE meta SET anchor_ids = store_id WHERE anchor_ids = ''`)
  database.pragma(`user_version = ${schemaVersion}`)
}
