import { Effect } from "effect"
import { isBusy, sqliteCode } from "./SqliteFailure.ts"
import { damagedStore, SqliteStoreRefused } from "./SqliteStoreRefused.ts"

/** The meaning of an error at opening, for the operator; our own error stays a defect. */
export const refusedBy = (error: unknown, filename: string): Effect.Effect<never, SqliteStoreRefused> => {
  if (error instanceof SqliteStoreRefused) return Effect.fail(error)
  const code = sqliteCode(error) ?? systemCode(error)
  if (code === undefined) return Effect.die(error)
  const detail = error instanceof Error ? error.message : code
  const refuse = (reason: SqliteStoreRefused["reason"], message: string) =>
    Effect.fail(new SqliteStoreRefused({ reason, message }))
  if (isBusy(error)) return refuse("busy", `${filename} stayed locked by another process.`)
  if (/^(?:SQLITE_READONLY|SQLITE_CANTOPEN|SQLITE_PERM|EACCES|ENOENT|EPERM|EROFS)/.test(code)) {
    return refuse("notWritable", `${filename} or its folder may not be written: ${detail}.`)
  }
  if (/^(?:SQLITE_FULL|ENOSPC|EDQUOT)/.test(code)) {
    return refuse("diskFull", `There is no room for ${filename}: ${detail}.`)
  }
  if (/^(?:ENOTDIR|EEXIST|EISDIR)/.test(code)) {
    return refuse("notAFile", `${filename} is not the path of a file: ${detail}.`)
  }
  if (code === "SQLITE_NOTADB") {
    return refuse("notSqlite", `${filename} is not a SQLite database; choose another path.`)
  }
  if (code.startsWith("SQLITE_CORRUPT")) return Effect.fail(damagedStore(filename, detail))
  return refuse("broken", `${filename} cannot be opened: ${code}, ${detail}.`)
}

const systemCode = (error: unknown): string | undefined =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined
