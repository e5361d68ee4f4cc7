import { closeSync, constants, copyFileSync, linkSync, openSync, statSync } from "node:fs"
import { dirname } from "node:path"
import type { AuditReport, Mode } from "@quittance/core"
import Database from "better-sqlite3"
import { Effect } from "effect"
import { isOlder, openDatabase } from "../openDatabase.ts"
import { whileBusy } from "../Pause.ts"
import { refusedBy } from "../refusedBy.ts"
import { type BackupRefused, refuse, refusedFile } from "./BackupRefused.ts"
import { draftOf, removeDraft, removeLeftDrafts } from "./drafts.ts"
import { type CopyToProve, endOf, markCopy, proveCopy, syncPath } from "./provenCopy.ts"
import type { StoreCopy } from "./StoreCopy.ts"

export interface BackupOptions {
  readonly filename: string
  readonly mode: Mode
  /** A file that does not exist yet. */
  readonly to: string
  /** Makes the backup even if the audit finds faults; they are in the report. Never if the file is damaged. */
  readonly acceptFaults?: boolean
}

const busyMillisMax = 5_000

/**
 * Copies a store at one instant, while others write to it, into one file of mode 0600, and verifies the copy.
 * The file appears under its name only when it is complete and verified. It is on hold from the start, so it
 * does not matter how it becomes a store again.
 */
export const backupStore = Effect.fnUntraced(function* ({
  acceptFaults = false,
  filename,
  mode,
  to
}: BackupOptions): Effect.fn.Return<StoreCopy, BackupRefused> {
  if (statSync(to, { throwIfNoEntry: false }) !== undefined) {
    return yield* refuse(`${to} already exists: a backup overwrites nothing; choose another name.`)
  }
  const draft = draftOf(to, "part")
  const remove = Effect.sync(() => removeDraft(draft))
  removeLeftDrafts(to, "part")
  return yield* Effect.gen(function* () {
    yield* whileBusy(() => copyInto(filename, mode, draft), busyMillisMax).pipe(
      Effect.catch((error) =>
        isAbout(error, draft)
          ? refusedFile(to)(error)
          : Effect.catch(refusedBy(error, filename), ({ message }) => refuse(message))
      )
    )
    const end = yield* Effect.try({ try: () => marked(draft), catch: (error) => error }).pipe(
      Effect.catch(refusedFile(to))
    )
    const report = yield* proveOlder({ filename: draft, mode, acceptFaults }, to)
    yield* Effect.try({ try: () => publish(draft, to), catch: (error) => error }).pipe(
      Effect.catch(refusedFile(to))
    )
    return { filename: to, mode, ...end, report }
  }).pipe(Effect.ensuring(remove))
})

/**
 * Verifies the copy. A backup of a store of an earlier version keeps that version, so that the program of that version
 * can still restore it; a copy of it is brought to this version and verified.
 */
const proveOlder = (copy: CopyToProve, to: string): Effect.Effect<AuditReport, BackupRefused> => {
  const refusal = "The copy has faults, so no backup was made."
  const proof = draftOf(to, "proof")
  removeLeftDrafts(to, "proof")
  return Effect.try({ try: () => upgradedTo(proof, copy), catch: (error) => error }).pipe(
    Effect.catch(refusedFile(to)),
    Effect.flatMap((isOlder) => proveCopy(isOlder ? { ...copy, filename: proof } : copy, refusal)),
    Effect.ensuring(Effect.sync(() => removeDraft(proof)))
  )
}

/** False if it has this version. */
const upgradedTo = (proof: string, { filename, mode }: CopyToProve): boolean => {
  if (!isOlder(filename)) return false
  copyFileSync(filename, proof, constants.COPYFILE_EXCL)
  const options = { filename: proof, mode, readonly: false, maxFileBytes: undefined, createdAt: 0 } as const
  openDatabase({ ...options, older: "upgrade" }).close()
  return true
}

/** One read transaction, however long it takes; it blocks no writer. */
const copyInto = (filename: string, mode: Mode, draft: string): void => {
  const database = openDatabase({
    filename,
    mode,
    readonly: true,
    older: "keep",
    maxFileBytes: undefined,
    createdAt: 0
  })
  try {
    // SQLite fills an existing empty file and keeps its mode.
    closeSync(openSync(draft, "wx", 0o600))
    database.prepare("VACUUM INTO ?").run(draft)
  } finally {
    database.close()
  }
}

const marked = (draft: string): Pick<StoreCopy, "lastEvent" | "lastAt" | "link"> => {
  const database = new Database(draft)
  try {
    const end = endOf(database)
    const upTo = `event ${end.lastEvent} of ${new Date(end.lastAt).toISOString()}`
    markCopy(
      database,
      `This store is on hold: it is a backup that ends with ${upTo}, and everything after that is missing. Run \`quittance payouts release\` when you know what is missing.`,
      end.lastAt
    )
    return end
  } finally {
    database.close()
    syncPath(draft)
  }
}

/** Publishes under a name that no other process has taken meanwhile. */
const publish = (draft: string, to: string): void => {
  linkSync(draft, to)
  syncPath(dirname(to))
}

const isAbout = (error: unknown, path: string): boolean =>
  error instanceof Error && "path" in error && error.path === path
