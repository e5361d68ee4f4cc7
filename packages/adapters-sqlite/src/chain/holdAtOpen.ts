import type Database from "better-sqlite3"
import { Option } from "effect"
import { type AnchorMark, AnchorFile, anchorPath, readAnchor } from "./AnchorFile.ts"
import { joins } from "./anchorJoins.ts"
import { CommitChain } from "./CommitChain.ts"

export interface AnchoredStore {
  readonly filename: string
  readonly mode: "sandbox" | "live"
  /** Whether this opening made it. */
  readonly isNew: boolean
  readonly at: number
}

interface MetaRow {
  readonly store_id: string
  readonly has_anchor: 0 | 1
}

/**
 * Compares a store that is opened for writing with its anchor. One that is older, or is another store, is put on hold before
 * anything else can be done with it; then the anchor is written anew, since the hold is in the store from here on.
 */
export const holdAtOpen = (database: Database.Database, store: AnchoredStore): void => {
  const { at, filename, isNew, mode } = store
  const path = anchorPath(filename)
  // Read before the store: the anchor is never ahead of a store that others are writing to meanwhile.
  const reading = readAnchor(path)
  const chain = new CommitChain(database)
  const meta = database.prepare("SELECT store_id, has_anchor FROM meta").get() as MetaRow
  const fault = database.transaction((): string | undefined => {
    switch (reading._tag) {
      case "Read":
        return joins(database, meta.store_id, reading.mark)
      case "Absent":
        return meta.has_anchor === 1
          ? "its anchor, the file beside it that ends in .anchor, is gone, so nothing tells how far it had come"
          : undefined
      case "Unreadable":
        return meta.has_anchor === 1
          ? "its anchor, the file beside it that ends in .anchor, cannot be read, so nothing tells how far it had come"
          : undefined
    }
  })()
  const isAnchored = reading._tag === "Read" && fault === undefined && meta.has_anchor === 1
  if (isAnchored) return
  // A sandbox whose file was deleted by hand starts anew; there is nothing in it that could be paid twice.
  const isFreshSandbox = isNew && mode === "sandbox"
  if (fault !== undefined && !isFreshSandbox)
    hold(database, `This store is on hold: ${fault}. ${whatToDo}`, at)
  const { at: headAt, event, hash } = chain.stored
  const mark: AnchorMark = { storeId: meta.store_id, event, hash, at: headAt }
  const anchor = new AnchorFile(path, () => {})
  anchor.settle(mark)
  anchor.close(Option.none())
  if (meta.has_anchor === 0) database.prepare("UPDATE meta SET has_anchor = 1").run()
}

const whatToDo =
  "It makes no payout and no deposit address until `quittance payouts release` has shown what is missing and an operator has released it."

/** Durable before anything is served; an earlier hold stays as it is. */
const hold = (database: Database.Database, reason: string, since: number): void => {
  database
    .prepare("INSERT INTO store_hold (id, reason, since) VALUES (1, ?, ?) ON CONFLICT DO NOTHING")
    .run(reason, since)
}
