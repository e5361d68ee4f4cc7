import { closeSync, fsyncSync, openSync } from "node:fs"
import { Auditor, type AuditReport, type Mode } from "@quittance/core"
import Database from "better-sqlite3"
import { Effect, Layer } from "effect"
import { HashChain } from "../hashChain/HashChain.ts"
import { isDamaged } from "../isDamaged.ts"
import { SqliteStore } from "../SqliteStore.ts"
import { type BackupRefused, refuse } from "./BackupRefused.ts"
import type { StoreCopy } from "./StoreCopy.ts"

/**
 * Puts a copy on hold and gives it its own anchor id, because no payouts may be made from a copy. A copy of a
 * store on hold, and so a restored backup, keeps the earlier hold: it may miss everything since then.
 */
export const markCopy = (database: Database.Database, reason: string, since: number): void => {
  database
    .prepare(
      `INSERT INTO store_hold (id, reason, since) VALUES (1, ?, ?)
       ON CONFLICT DO UPDATE SET reason = excluded.reason, since = min(since, excluded.since)`
    )
    .run(reason, since)
  database.prepare("UPDATE meta SET has_anchor = 0").run()
}

/** The end of a store's history. */
export const endOf = (database: Database.Database): Pick<StoreCopy, "lastEvent" | "lastAt" | "link"> => {
  const { at, event, hash } = new HashChain(database).stored
  return { lastEvent: event, lastAt: at, link: hash }
}

/**
 * Verifies the file: its pages, its chain and its books. A row that was changed by hand stays changed and
 * must not prevent all later backups: with its faults accepted, the copy is made. Damaged pages are never
 * accepted; a copy of them is not a backup.
 */
export const proveCopy = Effect.fnUntraced(function* (
  { acceptFaults, filename, mode }: CopyToProve,
  refusal: string
): Effect.fn.Return<AuditReport, BackupRefused> {
  const report = yield* verify(filename, mode)
  const { faults } = report
  if (faults.length === 0) return report
  if (isDamagedFile(filename)) {
    return yield* refuse(`${refusal} Its file is damaged; \`--accept-faults\` does not accept that.`, faults)
  }
  return acceptFaults ? report : yield* refuse(`${refusal} To do it anyway, add \`--accept-faults\`.`, faults)
})

/** A file that nobody else has open. */
export interface CopyToProve {
  readonly filename: string
  readonly mode: Mode
  readonly acceptFaults: boolean
}

const verify = (filename: string, mode: Mode): Effect.Effect<AuditReport, BackupRefused> =>
  Effect.flatMap(Auditor, ({ verify }) => verify).pipe(
    Effect.provide(Auditor.layer.pipe(Layer.provide(SqliteStore.layer({ filename, mode, readonly: true })))),
    Effect.catchTags({
      SqliteStoreRefused: ({ message }) => refuse(message),
      StoreUnavailable: ({ reason }) => refuse(`${filename} cannot be read: ${reason}.`)
    })
  )

const isDamagedFile = (filename: string): boolean => {
  const database = new Database(filename, { readonly: true, fileMustExist: true })
  try {
    return isDamaged(database)
  } finally {
    database.close()
  }
}

/** Flushes a written file or folder to disk. */
export const syncPath = (path: string): void => {
  const descriptor = openSync(path, "r")
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
