import { isMainThread } from "node:worker_threads"
import type Database from "better-sqlite3"

/** Kept, because a collected connection is closed. */
const left = new Set<Database.Database>()

/**
 * Leaves a store open whose file must not be written any more: SQLite moves the log into the file when it closes it, and
 * deletes whatever lies under the name of the log. Node closes what is open when the process ends by itself, but not
 * when it is told to end.
 */
export const leaveOpen = (database: Database.Database): void => {
  if (left.size === 0 && isMainThread) process.once("exit", (code) => process.exit(code))
  left.add(database)
}
