import { type AggregateWrite, type Claim, claimDomain, type Commit } from "@quittance/core"
import type Database from "better-sqlite3"
import { Option } from "effect"
import type { CommitChain } from "../chain/CommitChain.ts"
import { claimDigest } from "../chain/RowDigest.ts"
import { digestOfWrite } from "../chain/rowDigests.ts"
import { eventData } from "../rows/EventRow.ts"

/** The audit log. An event keeps a digest of its subject's row as the commit leaves it, and of its idempotency record. */
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
      const writes = bySubject(aggregates)
      const claimed = byOwner(claims)
      for (const record of events) {
        const { at, event, id, partnerId, subjectId, version } = record
        const data = eventData(record)
        // The first event of a subject speaks for all of the commit.
        const digest = writes.get(subjectId) ?? null
        if (digest !== null) writes.delete(subjectId)
        const claimedBy = claimed?.get(subjectId) ?? null
        if (claimedBy !== null) claimed?.delete(subjectId)
        const { lastInsertRowid } = insert.run(
          id,
          partnerId,
          subjectId,
          version,
          event._tag,
          at,
          data,
          digest,
          claimedBy
        )
        chain.noteEvent(Number(lastInsertRowid), record, data, digest, claimedBy)
      }
    }
  }
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
