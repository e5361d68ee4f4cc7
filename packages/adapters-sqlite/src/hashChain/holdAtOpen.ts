import type Database from "better-sqlite3"
import { Option } from "effect"
import { isDamaged } from "../isDamaged.ts"
import { placeHoldSql } from "../SqliteStoreFacts.ts"
import { damagedStore } from "../SqliteStoreRefused.ts"
import { AnchorFile, type AnchorMark, anchorPath, readAnchor } from "./AnchorFile.ts"
import { anchorIdsOf, joins } from "./anchorJoins.ts"
import { HashChain } from "./HashChain.ts"

export interface AnchoredStore {
  readonly filename: string
  readonly mode: "sandbox" | "live"
  readonly at: number
  /** Its write-ahead log was removed; part of it may have been moved into the file. */
  readonly hasLostLog: boolean
  /** Tells the operator a sentence. */
  readonly tell?: ((sentence: string) => void) | undefined
}

/**
 * Compares a store opened for writing with its anchor. An older store, or another store, is put on hold
 * before anything else happens; then the anchor is written again, because the store itself now has the hold.
 * A store with inconsistent pages is refused.
 */
export const holdAtOpen = (database: Database.Database, store: AnchoredStore): void => {
  const { at, filename, hasLostLog, mode, tell = () => {} } = store
  // Read before the anchor: another process that opens the store for the first time writes the anchor first,
  // then this.
  const hasAnchor = database.prepare("SELECT has_anchor FROM meta").pluck().get() === 1
  // Read before the events: the anchor is never ahead of a store to which others are writing.
  const reading = readAnchor(anchorPath(filename))
  const hashChain = new HashChain(database)
  const fault = database.transaction((): string | undefined => {
    switch (reading._tag) {
      case "Read":
        return joins(database, reading.mark)
      case "Absent":
        return hasAnchor
          ? "its anchor, the file beside it that ends in .anchor, is missing, so the latest state of the store is unknown"
          : undefined
      case "Unreadable":
        return hasAnchor
          ? "its anchor, the file beside it that ends in .anchor, cannot be read, so the latest state of the store is unknown"
          : undefined
    }
  })()
  // Most files are closed properly; then the whole file need not be read.
  if ((fault !== undefined || hasLostLog) && isDamaged(database))
    throw damagedStore(filename, fault === undefined ? logLost : `${logLost}, and ${fault}`)
  if (reading._tag === "Read" && fault === undefined && hasAnchor) return
  // A sandbox whose file was deleted by hand starts anew; it contains nothing that could be paid twice.
  const isFreshSandbox = mode === "sandbox" && !hasAnchor && hashChain.stored.event === 0
  if (fault !== undefined && isFreshSandbox && reading._tag === "Read") tell(vanished(filename, reading.mark))
  else if (fault !== undefined && !isFreshSandbox)
    hold(database, `This store is on hold: ${fault}. ${whatToDo}`, at)
  const { at: headAt, event, hash } = hashChain.stored
  const mark: AnchorMark = { id: anchorIdsOf(database).at(-1) ?? "", event, hash, at: headAt }
  const anchor = new AnchorFile(filename, () => {})
  anchor.settle(mark)
  anchor.close(Option.none())
  if (!hasAnchor) database.prepare("UPDATE meta SET has_anchor = 1").run()
}

const vanished = (filename: string, { at, event }: AnchorMark): string =>
  `${filename} is new and empty, but its anchor tells of a sandbox that was here before and reached event ${event} of ${new Date(at).toISOString()}: the file of that one was moved or deleted. This sandbox starts anew. To have the other one back, stop this server, put that file here again with its -wal, start, and run \`quittance payouts release\`.`

const whatToDo =
  "It creates no payout and no deposit address until `quittance payouts release` has shown what is missing and an operator has released it."

/** A log that is lost while part of it is moved into the file leaves pages of two instants. */
const logLost = "its pages do not fit together; part of its write-ahead log was probably lost"

/** Durable before anything is served; an earlier hold stays unchanged. From here on anchors have another id. */
const hold = (database: Database.Database, reason: string, since: number): void => {
  database.transaction(() => {
    database.prepare(placeHoldSql).run(reason, since)
    database.prepare("UPDATE meta SET anchor_ids = anchor_ids || ' ' || lower(hex(randomblob(16)))").run()
  })()
}
