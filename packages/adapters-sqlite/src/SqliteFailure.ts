import { StoreUnavailable } from "@quittance/core"
import Database from "better-sqlite3"

/** The code of an error that SQLite raised, such as `SQLITE_FULL`; undefined for any other error. */
export const sqliteCode = (error: unknown): string | undefined =>
  error instanceof Database.SqliteError ? error.code : undefined

/** Another connection holds a lock: worth trying again. */
export const isBusy = (error: unknown): boolean => {
  const code = sqliteCode(error)
  return code !== undefined && (code.startsWith("SQLITE_BUSY") || code.startsWith("SQLITE_LOCKED"))
}

const isRule = (code: string): boolean =>
  /^SQLITE_(?:CONSTRAINT|MISMATCH|RANGE|MISUSE|ERROR|TOOBIG)/.test(code)

/** The failure behind an error, or undefined if the error means that our code or data is wrong: a defect. */
export const unavailableOf = (
  error: unknown,
  outcome: "notWritten" | "unknown"
): StoreUnavailable | undefined => {
  const code = sqliteCode(error)
  if (code === undefined || isRule(code)) return undefined
  return new StoreUnavailable({ outcome, reason: `${code}: ${error instanceof Error ? error.message : ""}` })
}
