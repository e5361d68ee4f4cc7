import { accessSync, closeSync, constants, existsSync, openSync, readSync, statSync } from "node:fs"
import { dirname } from "node:path"
import type { Mode } from "@quittance/core"
import Database from "better-sqlite3"
import { holdAtOpen } from "./hashChain/holdAtOpen.ts"
import { makeFolder } from "./makeFolder.ts"
import { needsCopy, openCopy, refuseIncomplete } from "./readableCopy.ts"
import { movedStore, SqliteStoreRefused } from "./SqliteStoreRefused.ts"
import { applicationId, createStore, migrate } from "./schema/migrate.ts"
import { firstVersion, schemaVersion } from "./schema/steps.ts"

/**
 * Makes statements that are planned only once. If a statement sorts, joins or limits, SQLite plans it with
 * the current parameter values, and plans it again whenever they are bound: the query for due jobs took 40
 * µs, of which the search took 6. SQLite does so only for a parameter that is alone on one side of a
 * comparison; a plus sign before it prevents that and changes nothing else.
 */
const withoutReplanning = (database: Database.Database): Database.Database => {
  const prepare = database.prepare.bind(database)
  return Object.assign(database, { prepare: (sql: string) => prepare(steady(sql)) })
}

const steady = (sql: string): string => sql.replace(/(?<=(?:[=<>]|\bIS|\bLIMIT|\bOFFSET) )(?=[?@])/g, "+")

/**
 * The size of the write-ahead log at which a commit also moves it into the file: 32 MB, in case `Checkpoints` did not
 * do it at half of that.
 */
const checkpointPages = 8_000

export interface OpenOptions {
  readonly filename: string
  readonly mode: Mode
  readonly readonly: boolean
  /** The file never grows beyond this; writes then fail as on a full disk. */
  readonly maxFileBytes: number | undefined
  readonly createdAt: number
  /** Opens it for writing although another store took its place. */
  readonly acceptMoved?: boolean | undefined
  /**
   * What becomes of a store of an earlier version: it is brought to this one, refused, or opened for reading as it is.
   */
  readonly older: "upgrade" | "refuse" | "keep"
  /** Is told before a store of an earlier version is brought to this one. */
  readonly upgrading?: (from: number, to: number) => void
  /** Tells the operator a sentence about a store that opens all the same. */
  readonly tell?: ((sentence: string) => void) | undefined
}

/**
 * Opens the store, creates it if it does not exist, and migrates an older one. Throws `SqliteStoreRefused`
 * for faults that only an operator can repair, and SQLite's own error for the rest, including a busy file.
 * Everything that may be refused is checked before the first write.
 */
export const openDatabase = (options: OpenOptions): Database.Database => {
  const { filename } = options
  inspectPath(options)
  if (options.readonly) return openReadonly(options)
  const hasLostLog = isLogLost(filename)
  const database = withoutReplanning(new Database(filename, { timeout: 0 }))
  try {
    refuseOlder(options, versionOf(database, filename))
    prepare(database, options)
    checkMode(database, options)
    checkPlace(database, options)
    holdAtOpen(database, { ...options, at: options.createdAt, hasLostLog })
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

const openReadonly = (options: OpenOptions): Database.Database => {
  const { filename, tell = () => {} } = options
  try {
    return readable(new Database(filename, { timeout: 0, readonly: true, fileMustExist: true }), options)
  } catch (error) {
    if (!needsCopy(error, filename)) throw error
    const copy = readable(openCopy(filename), options)
    try {
      refuseIncomplete(copy, filename)
    } catch (refusal) {
      copy.close()
      throw refusal
    }
    tell(`${filename} lies where nothing can be written, so a copy of it is read.`)
    return copy
  }
}

const readable = (opened: Database.Database, options: OpenOptions): Database.Database => {
  const { filename } = options
  const database = withoutReplanning(opened)
  try {
    const version = versionOf(database, filename)
    if (version === 0) {
      throw new SqliteStoreRefused({
        reason: "absent",
        message: `${filename} contains no store, and it was opened read-only, so none is created.`
      })
    }
    refuseOlder(options, version)
    checkMode(database, options)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

const refuseOlder = ({ filename, older }: OpenOptions, version: number): void => {
  if (older !== "refuse" || version === 0 || version === schemaVersion) return
  throw new SqliteStoreRefused({
    reason: "older",
    message: `${filename} has schema version ${version}, and this program works with version ${schemaVersion}: use the version of the program that serves it, or start this version's server, which brings the store to version ${schemaVersion}.`
  })
}

/** A process that closes a store properly deletes the log's index after the log. A killed process leaves both. */
const isLogLost = (filename: string): boolean =>
  existsSync(`${filename}-shm`) && !existsSync(`${filename}-wal`)

/** Checks that need only the file system. */
const inspectPath = ({ filename, readonly }: OpenOptions): void => {
  if (filename.trim() === "" || filename === ":memory:" || filename.startsWith("file:")) {
    throw new SqliteStoreRefused({
      reason: "notAFile",
      message: `"${filename}" is not the path of a file; the store needs one to be durable.`
    })
  }
  if (filename.includes("://")) {
    throw new SqliteStoreRefused({
      reason: "notAFile",
      // A password may be in it.
      message:
        "The filename of the store is a URL; it must be the path of a file, such as ./data/quittance.db."
    })
  }
  const folder = dirname(filename)
  if (!readonly) makeFolder(folder)
  const found = statSync(filename, { throwIfNoEntry: false })
  if (found?.isDirectory() === true) {
    throw new SqliteStoreRefused({ reason: "notAFile", message: `${filename} is a folder, not a file.` })
  }
  if (found === undefined && readonly) {
    throw new SqliteStoreRefused({ reason: "absent", message: `${filename} does not exist.` })
  }
  refuseLogAlone(filename, found?.size ?? 0)
  if (found !== undefined && found.size > 0 && !hasSqliteHeader(filename)) {
    throw new SqliteStoreRefused({
      reason: "notSqlite",
      message: `${filename} is not a SQLite database; choose another path.`
    })
  }
  // SQLite would silently open a file read-only and fail at the first write; the folder must hold the
  // write-ahead log.
  if (!readonly)
    for (const path of found === undefined ? [folder] : [folder, filename]) accessSync(path, constants.W_OK)
  // Only the owner may read customers' data; SQLite gives its log files the mode of the database.
  if (!readonly && found === undefined) closeSync(openSync(filename, "a", 0o600))
}

/** SQLite would delete the log of a file that is missing or empty, and with it what only the log has. */
const refuseLogAlone = (filename: string, size: number): void => {
  const logSize = statSync(`${filename}-wal`, { throwIfNoEntry: false })?.size ?? 0
  if (size > 0 || logSize === 0) return
  throw new SqliteStoreRefused({
    reason: "logAlone",
    message: `${filename} is missing or empty, and its log ${filename}-wal holds what was written last: put the file back beside the log, or move the log away to begin a new store.`
  })
}

const hasSqliteHeader = (filename: string): boolean => {
  const descriptor = openSync(filename, "r")
  try {
    const header = Buffer.alloc(16)
    return (
      readSync(descriptor, header, 0, 16, 0) === 16 && header.toString("latin1") === "SQLite format 3\u0000"
    )
  } finally {
    closeSync(descriptor)
  }
}

/** The schema version of our store, 0 for an empty file; anything else is refused. */
export const versionOf = (database: Database.Database, filename: string): number => {
  const number = (pragma: string) => Number(database.pragma(pragma, { simple: true }))
  // In one transaction: a store that another process is just creating would have tables, but not yet our
  // application id.
  const { application, tables, version } = database.transaction(() => ({
    application: number("application_id"),
    version: number("user_version"),
    tables: Number(database.prepare("SELECT count(*) FROM sqlite_schema").pluck().get())
  }))()
  if (application !== applicationId) {
    if (application === 0 && version === 0 && tables === 0) return 0
    throw new SqliteStoreRefused({
      reason: "foreign",
      message: `${filename} is the database of another program; choose another path.`
    })
  }
  if (version > schemaVersion) {
    throw new SqliteStoreRefused({
      reason: "newer",
      message: `${filename} has schema version ${version}, this program knows ${schemaVersion}; start a newer version of it.`
    })
  }
  if (version < firstVersion) {
    throw new SqliteStoreRefused({
      reason: "older",
      message: `${filename} was created by a version before the first release and cannot be migrated; choose another path.`
    })
  }
  return version
}

/** Whether a store, which nobody else has open, is of an earlier version. */
export const isOlder = (filename: string): boolean => {
  const database = new Database(filename, { readonly: true, fileMustExist: true })
  try {
    const version = versionOf(database, filename)
    return version > 0 && version < schemaVersion
  } finally {
    database.close()
  }
}

const prepare = (database: Database.Database, options: OpenOptions): void => {
  const { filename, maxFileBytes, mode, createdAt, upgrading } = options
  if (database.pragma("journal_mode = WAL", { simple: true }) !== "wal") {
    throw new SqliteStoreRefused({
      reason: "broken",
      message: `${filename} lies on a file system without shared memory (a network folder?), which several connections need.`
    })
  }
  database.pragma("synchronous = FULL")
  database.pragma("foreign_keys = ON")
  // Deleted or overwritten data becomes zeros, except copies of rows that moved: see `ErasableTexts`.
  database.pragma("secure_delete = ON")
  database.pragma(`wal_autocheckpoint = ${checkpointPages}`)
  database.pragma(`journal_size_limit = ${64 * 1024 * 1024}`)
  if (maxFileBytes !== undefined) {
    const pageBytes = Number(database.pragma("page_size", { simple: true }))
    database.pragma(`max_page_count = ${Math.max(1, Math.floor(maxFileBytes / pageBytes))}`)
  }
  if (versionOf(database, filename) === schemaVersion) return
  database.exec("BEGIN EXCLUSIVE")
  try {
    // Checked again under the lock: another process may have done it meanwhile.
    const version = versionOf(database, filename)
    if (version === 0) createStore(database, { mode, createdAt })
    else if (version < schemaVersion) upgrading?.(version, schemaVersion)
    migrate(database, version)
    database.exec("COMMIT")
  } finally {
    if (database.inTransaction) database.exec("ROLLBACK")
  }
}

const checkMode = (database: Database.Database, { filename, mode }: OpenOptions): void => {
  const made = String(database.prepare("SELECT mode FROM meta").pluck().get())
  if (made !== mode) {
    throw new SqliteStoreRefused({
      reason: "otherMode",
      message: `${filename} was created in mode ${made} and cannot be opened in mode ${mode}; choose another path.`
    })
  }
}

const checkPlace = (database: Database.Database, { acceptMoved, filename }: OpenOptions): void => {
  const movedTo = movedToOf(database)
  if (movedTo !== undefined && acceptMoved !== true) throw movedStore(filename, movedTo)
}

/** The store that took its place. */
export const movedToOf = (database: Database.Database): string | undefined =>
  (database.prepare("SELECT moved_to FROM meta").pluck().get() as string | null) ?? undefined
