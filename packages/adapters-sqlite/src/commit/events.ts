import { type AggregateWrite, type Claim, claimDomain, type Commit, type EventRecord } from "@quittance/core"
import type Database from "better-sqlite3"
import { Option } from "effect"
import type { CommitChain } from "../chain/CommitChain.ts"
import { claimDigest } from "../chain/RowDigest.ts"
import { digestOfWrite } from "../chain/rowDigests.ts"
import { eventData } from "../rows/EventRow.ts"

/** The audit log. Events keep digests of the rows that their commit wrote, and of its idempotency records. */
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
      const digests = bySubject(aggregates)
      const records = byOwner(claims)
      const ofOthers = digestsOfOthers(digests, events)
      events.forEach((record, index) => {
        const { at, event, id, partnerId, subjectId, version } = record
        const data = eventData(record)
        const own = taken(digests, subjectId) ?? ""
        const digest = index === 0 ? `${own}${ofOthers}` : own
        const claimed = (records && taken(records, subjectId)) ?? null
        const { lastInsertRowid } = insert.run(
          id,
          partnerId,
          subjectId,
          version,
          event._tag,
          at,
          data,
          digest,
          claimed
        )
        chain.noteEvent(Number(lastInsertRowid), record, data, digest, claimed)
      })
    }
  }
}

/** The first event of a subject speaks for all of the commit. */
const taken = (digests: Map<string, string>, subjectId: string): string | undefined => {
  const digest = digests.get(subjectId)
  digests.delete(subjectId)
  return digest
}

/** What no event of the commit is about goes with the first one, each under its id. */
const digestsOfOthers = (
  digests: ReadonlyMap<string, string>,
  events: ReadonlyArray<EventRecord>
): string => {
  if (digests.size === 1 && events.some(({ subjectId }) => digests.has(subjectId))) return ""
  const told = new Set(events.map(({ subjectId }) => subjectId))
  let text = ""
  for (const [id, digest] of digests) if (!told.has(id)) text += ` ${id}=${digest}`
  return text
}

const bySubject = (aggregates: ReadonlyArray<AggregateWrite>): Map<string, string> => {
  const digests = new Map<string, string>()
  for (const write of aggregates) {
    const digest = digestOfWrite(write)
    if (digest !== undefined) digests.set(idOf(write), digest)
  }
  return digests
}

const idOf = ({ state }: AggregateWrite): string => ("order" in state ? state.order.id : state.id)

/** The digests of idempotency records; they alone have a fingerprint. */
const byOwner = (claims: ReadonlyArray<Claim>): Map<string, string> | undefined => {
  let digests: Map<string, string> | undefined
  for (const { fingerprint, key, ownerId, partnerId, scope } of claims) {
    if (Option.isNone(fingerprint)) continue
    digests ??= new Map()
    const digest = claimDigest(claimDomain(scope, partnerId), scope, key, ownerId, fingerprint.value)
    const earlier = digests.get(ownerId)
    digests.set(ownerId, earlier === undefined ? digest : `${earlier} ${digest}`)
  }
  return digests
}
