import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  openSync,
  renameSync,
  statSync
} from "node:fs"
import { dirname } from "node:path"
import type { Mode } from "@quittance/core"
import Database from "better-sqlite3"
import { Clock, Effect } from "effect"
import { giveToOwnerOf } from "../giveToOwnerOf.ts"
import { makeFolder } from "../makeFolder.ts"
import { openDatabase } from "../openDatabase.ts"
import { isBusy } from "../SqliteFailure.ts"
import { BackupRefused, refuse, refusedFile } from "./BackupRefused.ts"
import { draftOf, removeDraft, removeLeftDrafts } from "./drafts.ts"
import { endOf, markCopy, proveCopy, syncPath } from "./provenCopy.ts"
import type { StoreCopy } from "./StoreCopy.ts"
import { takeOverDataKeys } from "./takeOverDataKeys.ts"

export interface RestoreOptions {
  /** The backup. */
  readonly from: string
  /** The store's path. No process may have it open. */
  readonly filename: string
  readonly mode: Mode
  /** Restores it even if the audit finds faults; they are in the report. Never if the file is damaged. */
  readonly acceptFaults?: boolean
}

export interface RestoredStore extends StoreCopy {
  /** The new path of the replaced store. */
  readonly kept: string | undefined
  /** The last event of that store, if it could be read. */
  readonly keptLastEvent: number | undefined
  /** How many data keys were copied from that store, if it could be read. */
  readonly dataKeysAdded: number | undefined
}

/**
 * Replaces a store by a backup, and leaves it on hold. The backup is verified before anything is changed; the
 * replaced store is kept beside it. If the process is killed halfway, either the old or the new store is
 * there, complete.
 */
export const restoreStore = Effect.fnUntraced(function* ({
  acceptFaults = false,
  filename,
  from,
  mode
}: RestoreOptions): Effect.fn.Return<RestoredStore, BackupRefused> {
  const found = statSync(from, { throwIfNoEntry: false })
  if (found === undefined) return yield* refuse(`There is no file ${from}: give the backup to restore.`)
  if (!found.isFile()) {
    return yield* refuse(`${from} is not a file: give the backup to restore.`)
  }
  const now = yield* Clock.currentTimeMillis
  const draft = draftOf(filename, "restoring")
  const remove = Effect.sync(() => removeDraft(draft))
  removeLeftDrafts(filename, "restoring")
  const attempt = <A>(run: () => A) =>
    Effect.try({ try: run, catch: (error) => error }).pipe(
      Effect.catch(refusedFile(`${from} is not restored`))
    )
  return yield* Effect.gen(function* () {
    const end = yield* attempt(() => stage(from, draft, mode, now))
    const report = yield* proveCopy(
      { filename: draft, mode, acceptFaults },
      `${from} has faults, so nothing was restored.`
    )
    const kept = yield* attempt(() => swap(draft, filename, now))
    return { filename, mode, ...end, report, ...kept }
  }).pipe(
    // The operator knows the backup by its own name.
    Effect.mapError(
      ({ faults, message }) => new BackupRefused({ message: message.replaceAll(draft, from), faults })
    ),
    Effect.ensuring(remove)
  )
})

/** A complete store of the current version in one file, on hold. */
const stage = (
  from: string,
  draft: string,
  mode: Mode,
  now: number
): Pick<StoreCopy, "lastEvent" | "lastAt" | "link"> => {
  removeDraft(draft)
  makeFolder(dirname(draft))
  for (const end of ["", "-wal"]) {
    // A backup has no log; a copy made by hand may have one.
    if (end !== "" && !existsSync(`${from}${end}`)) continue
    copyFileSync(`${from}${end}`, `${draft}${end}`, constants.COPYFILE_EXCL)
    chmodSync(`${draft}${end}`, 0o600)
  }
  const database = openDatabase({
    filename: draft,
    mode,
    readonly: false,
    older: "upgrade",
    maxFileBytes: undefined,
    createdAt: now
  })
  try {
    const end = endOf(database)
    const upTo = `event ${end.lastEvent} of ${new Date(end.lastAt).toISOString()}`
    markCopy(
      database,
      `This store is on hold: it was restored from a backup that ends with ${upTo}, and everything after that is missing. Run \`quittance payouts release\` when you know what is missing.`,
      now
    )
    database.pragma("journal_mode = DELETE")
    return end
  } finally {
    database.close()
    syncPath(draft)
  }
}

const swap = (
  draft: string,
  filename: string,
  now: number
): Pick<RestoredStore, "kept" | "keptLastEvent" | "dataKeysAdded"> => {
  const kept = keptName(filename, now)
  const isThere = existsSync(filename)
  const lock = isThere ? lockedStore(filename) : undefined
  try {
    const dataKeysAdded = lock === undefined ? undefined : takeOverDataKeys(lock.database, draft)
    if (isThere) giveDraft(draft, filename)
    syncPath(draft)
    if (isThere) linkSync(filename, kept)
    // Leftovers of a store that could not be opened; they do not belong to the new one.
    for (const end of ["-wal", "-shm", "-journal"]) {
      if (existsSync(`${filename}${end}`)) renameSync(`${filename}${end}`, `${kept}${end}`)
    }
    renameSync(draft, filename)
    syncPath(dirname(filename))
    return { kept: isThere ? kept : undefined, keptLastEvent: lock?.lastEvent, dataKeysAdded }
  } finally {
    lock?.database.close()
  }
}

const giveDraft = (draft: string, filename: string): void => {
  const descriptor = openSync(draft, constants.O_RDONLY | constants.O_NOFOLLOW)
  try {
    giveToOwnerOf(filename, descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/**
 * Locks the existing store exclusively and merges it into one file; throws if another process has it open. A
 * store that is too damaged for this is not locked.
 */
const lockedStore = (
  filename: string
): { readonly database: Database.Database; readonly lastEvent: number | undefined } | undefined => {
  const database = new Database(filename, { timeout: 0 })
  try {
    database.pragma("locking_mode = EXCLUSIVE")
    database.pragma("journal_mode = DELETE")
    return { database, lastEvent: lastEventOf(database) }
  } catch (error) {
    database.close()
    if (!isBusy(error)) return undefined
    throw new BackupRefused({
      message: `${filename} is open in another process: stop every server and command on it, then restore.`,
      faults: []
    })
  }
}

const lastEventOf = (database: Database.Database): number | undefined => {
  try {
    return Number(database.prepare("SELECT coalesce(max(seq), 0) FROM events").pluck().get())
  } catch {
    return undefined
  }
}

const keptName = (filename: string, now: number): string => {
  const name = `${filename}.before-restore-${new Date(now).toISOString().replace(/[-:]|\.\d+/g, "")}`
  let free = name
  for (let count = 2; existsSync(free); count++) free = `${name}-${count}`
  return free
}
