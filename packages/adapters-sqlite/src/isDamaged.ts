import type Database from "better-sqlite3"
import { sqliteCode } from "./SqliteFailure.ts"

/** What `PRAGMA integrity_check` says of values that a constraint forbids: somebody wrote them, and every page is whole. */
const aboutValues = /^(?:CHECK constraint failed in|\S+ value in) /

/** Whether pages of the file do not fit together. Reads all of it: about a second for 300 MB. */
export const isDamaged = (database: Database.Database): boolean => {
  try {
    // By default it stops after a hundred lines, and these may all be about values.
    const lines = database.prepare("PRAGMA integrity_check(1000000)").pluck().all().map(String)
    return lines.some((line) => line !== "ok" && !aboutValues.test(line))
  } catch (error) {
    if (sqliteCode(error) === undefined) throw error
    return true
  }
}
