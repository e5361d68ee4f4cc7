import { closeSync, fsyncSync, openSync } from "node:fs"
import { Auditor, type AuditReport, type Mode } from "@quittance/core"
import type Database from "better-sqlite3"
import { Effect, Layer } from "effect"
import { CommitChain } from "../chain/CommitChain.ts"
import { SqliteStore } from "../SqliteStore.ts"
import { type BackupRefused, refuse } from "./BackupRefused.ts"

/** What a copy of a store holds. */
export interface StoreCopy {
  readonly filename: string
  readonly mode: Mode
  /** The number and the instant of its last event; the instant of its making where it has none. */
  readonly lastEvent: number
  readonly lastAt: number
  /** The end of its chain. */
  readonly link: string
  readonly report: AuditReport
}

/**
 * A copy is no store to pay from: whoever opens it finds it on hold, and with an anchor of its own. A copy of a store on hold, and so
 * a restored backup, is on hold since then: it may miss what happened since.
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

/** Where a store ends. */
export const endOf = (database: Database.Database): Pick<StoreCopy, "lastEvent" | "lastAt" | "link"> => {
  const { at, event, hash } = new CommitChain(database).stored
  return { lastEvent: event, lastAt: at, link: hash }
}

/** Proves the file: its pages, its chain and its books. */
export const verifyCopy = (filename: string, mode: Mode): Effect.Effect<AuditReport, BackupRefused> =>
  Effect.flatMap(Auditor, ({ verify }) => verify).pipe(
    Effect.provide(Auditor.layer.pipe(Layer.provide(SqliteStore.layer({ filename, mode, readonly: true })))),
    Effect.catchTags({
      SqliteStoreRefused: ({ message }) => refuse(message),
      StoreUnavailable: ({ reason }) => refuse(`${filename} cannot be read: ${reason}.`)
    })
  )

/** Makes what was written to a file or a folder durable. */
export const syncPath = (path: string): void => {
  const descriptor = openSync(path, "r")
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
