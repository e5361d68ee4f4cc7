import { type AggregateWrite, type Claim, claimDomain, type Commit, type EventRecord } from "@quittance/core"
import type Database from "better-sqlite3"
import { Option } from "effect"
import type { CommitChain } from "../chain/CommitChain.ts"
import { claimChecksum } from "../chain/RowDigest.ts"
import { rowDigests } from "../chain/rowDigests.ts"
import { eventData } from "../rows/EventRow.ts"

/** The audit log. Events keep checksums of the rows that their commit wrote, and of its idempotency records. */
export interface EventTable {
  readonly write: (commit: Pick<Commit, "aggregates" | "claims" | "events">) => void
}

export const prepareEvents = (database: Database.Database, chain: CommitChain): EventTable => {
  const insert = database.prepare(
    `INSERT INTO events (id, partner_id, subject_id, version, type, at, data, digest, claimed)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`
  )
  return {
    write: ({ aggregates, claims, events }) => {
      if (events.length === 0) return
      const rows = bySubject(aggregates)
      const records = byOwner(claims)
      const ofOthers = checksumsOfOthers(rows, events)
      events.forEach((record, index) => {
        const { at, event, id, partnerId, subjectId, version } = record
        const data = eventData(record)
        const own = taken(rows, subjectId)
        const digest = `${own?.digest ?? ""}${index === 0 ? ofOthers : ""}`
        const claimed = records && taken(records, subjectId)
        const { lastInsertRowid } = insert.run(
          id,
          partnerId,
          subjectId,
          version,
          event._tag,
          at,
          data,
          digest,
          claimed ?? null
        )
        chain.noteEvent(Number(lastInsertRowid), record, data, { digest, claimed, fixed: own?.fixed })
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

/** Checksums of rows without an event in this commit are stored with the first event, each under its id. */
const checksumsOfOthers = (
  rows: ReadonlyMap<string, WrittenRow>,
  events: ReadonlyArray<EventRecord>
): string => {
  if (rows.size === 1 && events.some(({ subjectId }) => rows.has(subjectId))) return ""
  const told = new Set(events.map(({ subjectId }) => subjectId))
  let text = ""
  for (const [id, { checksum }] of rows) if (!told.has(id)) text += ` ${id}=${checksum}`
  return text
}

interface WrittenRow {
  readonly checksum: string
  /** The checksum, and the table of an inserted row. */
  readonly digest: string
  /** Of an inserted row. */
  readonly fixed: string | undefined
}

const bySubject = (aggregates: ReadonlyArray<AggregateWrite>): Map<string, WrittenRow> => {
  const rows = new Map<string, WrittenRow>()
  for (const { _tag, expectedVersion, state } of aggregates) {
    const digest = rowDigests.get(_tag)
    if (digest === undefined) continue
    const { checksum, fixed } = digest.ofState(state, expectedVersion + 1)
    rows.set(
      digest.idOf(state),
      expectedVersion === 0
        ? { checksum, digest: `${checksum}@${digest.table}`, fixed }
        : { checksum, digest: checksum, fixed: undefined }
    )
  }
  return rows
}

/** Checksums of idempotency records; only they have a fingerprint. */
const byOwner = (claims: ReadonlyArray<Claim>): Map<string, number> | undefined => {
  let sums: Map<string, number> | undefined
  for (const { fingerprint, key, ownerId, partnerId, scope } of claims) {
    if (Option.isNone(fingerprint)) continue
    sums ??= new Map()
    const sum = claimChecksum(claimDomain(scope, partnerId), scope, key, ownerId, fingerprint.value)
    sums.set(ownerId, ((sums.get(ownerId) ?? 0) ^ sum) >>> 0)
  }
  return sums
}
