import Database from "better-sqlite3"
import { sqliteCode } from "../SqliteFailure.ts"

interface DataKeyCells {
  readonly id: string
}

/**
 * Adds the data keys of the replaced store that the backup lacks. Documents are outside both: those newer
 * than the backup can be decrypted only with these keys. Returns how many there were; undefined if the
 * replaced store is another store or cannot be read, which is no reason to refuse the backup.
 */
export const takeOverDataKeys = (before: Database.Database, draft: string): number | undefined => {
  const restored = new Database(draft)
  try {
    // Another store's keys may need a master key that is not configured here, and the store would not start
    // without it.
    if (beginningOf(before) !== beginningOf(restored)) return undefined
    const keys = before.prepare("SELECT id, key_id, wrapped, created_at FROM data_keys ORDER BY seq").all()
    const add = restored.prepare(
      "INSERT OR IGNORE INTO data_keys (id, key_id, wrapped, created_at) VALUES (@id, @key_id, @wrapped, @created_at)"
    )
    return restored.transaction(() =>
      (keys as ReadonlyArray<DataKeyCells>).reduce((count, key) => count + add.run(key).changes, 0)
    )()
  } catch (error) {
    if (sqliteCode(error) === undefined) throw error
    return undefined
  } finally {
    restored.close()
  }
}

/** What all copies of one store share, from the first schema on. */
const beginningOf = (database: Database.Database): unknown =>
  database.prepare("SELECT mode || ' ' || created_at FROM meta").pluck().get()
