import type Database from "better-sqlite3"
import { sqliteCode } from "./SqliteFailure.ts"

/**
 * Messages of `PRAGMA integrity_check` about values that violate a constraint: every page is intact, but a
 * value was edited.
 */
const aboutValues = /^(?:CHECK constraint failed in|\S+ value in) /

/** Whether pages of the file are inconsistent. Reads the whole file: about a second for 300 MB. */
export const isDamaged = (database: Database.Database): boolean => {
  try {
    // By default it stops after a hundred lines, which may all be about values.
    const lines = database.prepare("PRAGMA integrity_check(1000000)").pluck().all().map(String)
    return lines.some((line) => line !== "ok" && !aboutValues.test(line))
  } catch (error) {
    if (sqliteCode(error) === undefined) throw error
    return true
  }
}
