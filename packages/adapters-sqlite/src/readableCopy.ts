import {
  accessSync,
  constants,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync
} from "node:fs"
import { dirname, join } from "node:path"
import Database from "better-sqlite3"
import { isRunning } from "./backup/drafts.ts"
import { anchorPath, readAnchor } from "./hashChain/AnchorFile.ts"
import { joins } from "./hashChain/anchorJoins.ts"
import { sqliteCode } from "./SqliteFailure.ts"
import { SqliteStoreRefused } from "./SqliteStoreRefused.ts"

/**
 * A store in a folder where nothing can be written. SQLite reads one only with the index of its write-ahead log, which
 * it would have to create there, or without looking for a log at all, which would hide what is in it. So the file and
 * its log are copied to a folder for temporary files, and the copy is read.
 */

/** Whether a store could not be opened because nothing can be written beside it. */
export const needsCopy = (error: unknown, filename: string): boolean => {
  const code = sqliteCode(error)
  return code !== undefined && /^SQLITE_(?:CANTOPEN|READONLY)/.test(code) && !isWritable(dirname(filename))
}

const isWritable = (folder: string): boolean => {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** Copies a store and opens the copy, which is deleted when it is closed. */
export const openCopy = (filename: string): Database.Database => {
  refuseUnlessWhole(filename)
  const folder = newFolder()
  const copy = join(folder, "store.db")
  try {
    const before = marksOf(filename)
    for (const end of ["", "-wal"])
      if (existsSync(`${filename}${end}`))
        copyFileSync(`${filename}${end}`, `${copy}${end}`, constants.COPYFILE_FICLONE)
    refuseUnlessWhole(filename)
    if (marksOf(filename) !== before)
      throw unreadable("busy", `${filename} was written to while it was copied; try again.`)
    const database = new Database(copy, { timeout: 0, fileMustExist: true })
    const close = database.close.bind(database)
    database.close = () => {
      close()
      rmSync(folder, { recursive: true, force: true })
      return database
    }
    return database
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    if (error instanceof Error && "code" in error && /^(?:ENOSPC|EDQUOT)$/.test(String(error.code)))
      throw unreadable(
        "diskFull",
        `${filename} lies where nothing can be written, and ${dirname(folder)} has no room for a copy of it: set SQLITE_TMPDIR to a folder that has.`
      )
    throw error
  }
}

/**
 * Refuses a copy that lacks something that its anchor has seen. The log may lie elsewhere, if only the file was
 * mounted.
 */
export const refuseIncomplete = (database: Database.Database, filename: string): void => {
  const reading = readAnchor(anchorPath(filename))
  const hasAnchor = database.prepare("SELECT has_anchor FROM meta").pluck().get() === 1
  if (!hasAnchor) return
  const fault = reading._tag === "Read" ? joins(database, reading.mark) : "its anchor is not beside it"
  if (fault === undefined) return
  throw unreadable(
    "notWritable",
    `${filename} lies where nothing can be written, and it cannot be told whether its write-ahead log is there: ${fault}. Mount the whole folder, or make a backup where the store may be written.`
  )
}

/** What would be lost or wrong in a copy. */
const refuseUnlessWhole = (filename: string): void => {
  // A running server has made one. If it cannot be used, neither can the log, and it cannot be told what is being
  // written.
  if (existsSync(`${filename}-shm`))
    throw unreadable(
      "notWritable",
      `${filename} lies where nothing can be written, and its write-ahead log cannot be read there, because ${filename}-shm cannot be used. Run this where both can be written, or make a backup there and look at that.`
    )
  if ((statSync(`${filename}-journal`, { throwIfNoEntry: false })?.size ?? 0) > 0)
    throw unreadable(
      "notWritable",
      `${filename} lies where nothing can be written, and ${filename}-journal has changes that must be taken back first. Open the store once where it can be written.`
    )
}

const unreadable = (reason: SqliteStoreRefused["reason"], message: string) =>
  new SqliteStoreRefused({ reason, message })

/** What changes when somebody writes to the file or the log. */
const marksOf = (filename: string): string =>
  ["", "-wal"]
    .map((end) => statSync(`${filename}${end}`, { bigint: true, throwIfNoEntry: false }))
    .map((found) => (found === undefined ? "" : [found.dev, found.ino, found.size, found.mtimeNs].join()))
    .join(" ")

const stem = "quittance-read-"

/** Where SQLite keeps its temporary files too. Copies that killed processes left are removed. */
const newFolder = (): string => {
  const { SQLITE_TMPDIR, TMPDIR } = process.env
  const place = SQLITE_TMPDIR ?? TMPDIR ?? "/var/tmp"
  for (const name of readdirSync(place)) {
    const pid = name.startsWith(stem) ? Number.parseInt(name.slice(stem.length), 10) : 0
    if (pid > 0 && !isRunning(pid)) rmSync(join(place, name), { recursive: true, force: true })
  }
  return mkdtempSync(join(place, `${stem}${process.pid}-`))
}
