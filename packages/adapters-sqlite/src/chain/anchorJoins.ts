import type Database from "better-sqlite3"
import type { AnchorMark } from "./AnchorFile.ts"

interface EventRow {
  readonly at: number
  readonly link: string | null
}

/** Why a store is not what its anchor knows, as a part of a sentence; nothing where it is. */
export const joins = (
  database: Database.Database,
  storeId: string,
  { at, event, hash, storeId: anchored }: AnchorMark
): string | undefined => {
  if (anchored !== storeId) {
    return `its anchor belongs to another store (${anchored}, which came to event ${event} of ${instant(at)}), which lay here before`
  }
  const last =
    (database.prepare("SELECT max(seq) FROM events").pluck().safeIntegers(false).get() as number | null) ?? 0
  if (last < event) {
    const found = eventAt(database, last)
    const end =
      found === undefined ? "it has no events" : `it ends with event ${last} of ${instant(found.at)}`
    return `it is older than its anchor: ${end}, and its anchor knows of event ${event} of ${instant(at)}, so ${missing(event - last)}`
  }
  const first = database.prepare("SELECT first_event FROM meta").pluck().safeIntegers(false).get()
  if (event === first && hash === storeId) return undefined
  return eventAt(database, event)?.link === hash
    ? undefined
    : `it does not join its anchor: event ${event}, the last one that its anchor knows (${instant(at)}), is another one here`
}

const eventAt = (database: Database.Database, event: number): EventRow | undefined =>
  database.prepare("SELECT at, link FROM events WHERE seq = ?").safeIntegers(false).get(event) as
    | EventRow
    | undefined

const missing = (count: number): string =>
  count === 1 ? "1 event is missing" : `${count} events are missing`

const instant = (millis: number): string => new Date(millis).toISOString()
