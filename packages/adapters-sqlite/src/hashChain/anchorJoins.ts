import type Database from "better-sqlite3"
import type { AnchorMark } from "./AnchorFile.ts"

interface EventRow {
  readonly at: number
  readonly link: string | null
}

/**
 * The ids that anchors of a store are written under, the newest last. Each hold at opening adds one: the
 * anchor is then written for the end of an older copy, and without a new id the same copy, put back again
 * without its hold, would match it.
 */
export const anchorIdsOf = (database: Database.Database): ReadonlyArray<string> =>
  String(database.prepare("SELECT anchor_ids FROM meta").pluck().get()).split(" ")

/** Why a store does not match its anchor, as part of a sentence; undefined if it does. */
export const joins = (
  database: Database.Database,
  { at, event, hash, id }: AnchorMark
): string | undefined => {
  if (!anchorIdsOf(database).includes(id)) {
    return `its anchor belongs to another store that was here before, or was written after a hold that this copy does not know (${id}, which reached event ${event} of ${instant(at)})`
  }
  const last =
    (database.prepare("SELECT max(seq) FROM events").pluck().safeIntegers(false).get() as number | null) ?? 0
  if (last < event) {
    const found = eventAt(database, last)
    const end =
      found === undefined ? "it has no events" : `it ends with event ${last} of ${instant(found.at)}`
    return `it is older than its anchor: ${end}, and its anchor records event ${event} of ${instant(at)}, so ${missing(event - last)}`
  }
  const beginning = database.prepare("SELECT 0 AS event, store_id AS hash FROM meta")
  const first = beginning.safeIntegers(false).get() as Pick<AnchorMark, "event" | "hash">
  if (event === first.event && hash === first.hash) return undefined
  return eventAt(database, event)?.link === hash
    ? undefined
    : `it does not match its anchor: event ${event}, the last one in its anchor (${instant(at)}), is a different event here`
}

const eventAt = (database: Database.Database, event: number): EventRow | undefined =>
  database.prepare("SELECT at, link FROM events WHERE seq = ?").safeIntegers(false).get(event) as
    | EventRow
    | undefined

const missing = (count: number): string =>
  count === 1 ? "1 event is missing" : `${count} events are missing`

const instant = (millis: number): string => new Date(millis).toISOString()
