import {
  type AggregateWrite,
  type Commit,
  claimChecksums,
  type EventRecord,
  eventData,
  rowDigests
} from "@quittance/core/adapter"
import type Database from "better-sqlite3"
import type { HashChain } from "../hashChain/HashChain.ts"

/** The audit log. Events keep checksums of the rows that their commit wrote, and of its idempotency records. */
export interface EventTable {
  readonly write: (commit: Pick<Commit, "aggregates" | "claims" | "events">) => void
}

export const prepareEvents = (database: Database.Database, hashChain: HashChain): EventTable => {
  const insert = database.prepare(
    `INSERT INTO events (id, partner_id, subject_id, version, type, at, actor, data, digest, claimed)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
  )
  return {
    write: ({ aggregates, claims, events }) => {
      if (events.length === 0) return
      const rows = bySubject(aggregates)
      const records = claimChecksums(claims)
      const others = withoutEvent(rows, events)
      events.forEach((record, index) => {
        const { actor, at, event, id, partnerId, subjectId, version } = record
        const data = eventData(record)
        const own = taken(rows, subjectId) ?? nothing
        const { digest, fixed } = index === 0 && others !== undefined ? together(own, others) : own
        const claimed = records && taken(records, subjectId)
        const { lastInsertRowid } = insert.run(
          id,
          partnerId,
          subjectId,
          version,
          event._tag,
          at,
          actor,
          data,
          digest,
          claimed ?? null
        )
        hashChain.noteEvent(Number(lastInsertRowid), record, data, { digest, claimed, fixed })
      })
    }
  }
}

/** The first event of a subject has the checksums of the whole commit. */
const taken = <A>(ofSubjects: Map<string, A>, subjectId: string): A | undefined => {
  const found = ofSubjects.get(subjectId)
  if (found !== undefined) ofSubjects.delete(subjectId)
  return found
}

/** What the event keeps of the rows that its commit wrote, and what the hash chain covers of inserted ones. */
interface RowMarks {
  readonly digest: string
  readonly fixed: ReadonlyArray<string>
}

const nothing: RowMarks = { digest: "", fixed: [] }

const together = (one: RowMarks, other: RowMarks): RowMarks => ({
  digest: one.digest + other.digest,
  fixed: [...one.fixed, ...other.fixed]
})

/** Rows without an event in this commit are marked with the first event, each under its id. */
const withoutEvent = (
  rows: ReadonlyMap<string, RowMarks>,
  events: ReadonlyArray<EventRecord>
): RowMarks | undefined => {
  if (rows.size === 1 && events.some(({ subjectId }) => rows.has(subjectId))) return undefined
  const subjects = new Set(events.map(({ subjectId }) => subjectId))
  const others = [...rows].filter(([id]) => !subjects.has(id))
  return {
    digest: others.map(([id, { digest }]) => ` ${id}=${digest}`).join(""),
    fixed: others.flatMap(([, { fixed }]) => fixed)
  }
}

const bySubject = (aggregates: ReadonlyArray<AggregateWrite>): Map<string, RowMarks> => {
  const rows = new Map<string, RowMarks>()
  for (const { _tag, expectedVersion, state } of aggregates) {
    const row = rowDigests.get(_tag)
    if (row === undefined) continue
    if (expectedVersion > 0) {
      rows.set(row.idOf(state), { digest: row.changed(state, expectedVersion + 1), fixed: [] })
      continue
    }
    const { changing, fixed, text } = row.inserted(state)
    rows.set(row.idOf(state), { digest: `${fixed}.${changing}@${row.table}`, fixed: [text] })
  }
  return rows
}
