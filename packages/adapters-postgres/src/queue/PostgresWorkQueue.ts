import type { StoreUnavailable } from "@quittance/core"
import {
  type Instant,
  type JobKind,
  jobKinds,
  type LeasedJob,
  type PartnerId,
  subscriberKinds,
  WorkQueue
} from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import type { Partners } from "../commit/BulkRows.ts"
import type { Ask, Connections, Row, Statement } from "../connect/Connections.ts"
import type { JobChanges } from "./JobChanges.ts"
import { type ClaimRequest, drawFences, spreadClaim } from "./spreadClaims.ts"

/**
 * In index order: it skips the leased jobs at the front, which are as many as workers hold, and those that another
 * claim is taking, so that no claim waits for another. Two statements never return the same lease: a job that was
 * claimed since this statement began is checked again under its lock.
 */
const claim: Statement = {
  name: "jobs.claim",
  text: `WITH due AS MATERIALIZED (
      SELECT partner_id, subject_id FROM jobs
       WHERE kind = $1 AND due_at <= $2 AND (lease_until IS NULL OR lease_until <= $2)
       ORDER BY due_at, partner_id, subject_id LIMIT $5
         FOR NO KEY UPDATE SKIP LOCKED),
    leased AS (
      UPDATE jobs SET fence = nextval('fences'), lease_owner = $3, lease_until = $4, rescheduled = 0
        FROM due
       WHERE jobs.partner_id = due.partner_id AND jobs.kind = $1 AND jobs.subject_id = due.subject_id
      RETURNING jobs.partner_id, jobs.subject_id, jobs.due_at, jobs.fence)
    SELECT * FROM leased ORDER BY due_at, partner_id, subject_id`
}
const extend: Statement = {
  name: "jobs.extend",
  text: `UPDATE jobs SET lease_until = $1
    WHERE partner_id = $2 AND kind = $3 AND subject_id = $4 AND fence = $5 RETURNING fence`
}
/** A schedule that arrived under the lease is kept: its holder did not see the reason for it, and must not delay it. */
const release: Statement = {
  name: "jobs.release",
  text: `UPDATE jobs SET due_at = CASE WHEN rescheduled = 1 THEN least(due_at, $1) ELSE $1 END,
      fence = NULL, lease_owner = NULL, lease_until = NULL, rescheduled = 0
    WHERE partner_id = $2 AND kind = $3 AND subject_id = $4 AND fence = $5 RETURNING kind`
}
/**
 * Changes every lease that meets a condition, in the order in which commits change jobs, so they wait but never
 * deadlock. Rows of several machines cannot be locked in one order: there a deadlock is detected, and the change is
 * repeated.
 */
const changeLeases = (name: string, condition: string, changes: string): Record<Partners, Statement> => ({
  many: {
    name: `${name} of many`,
    text: `WITH held AS MATERIALIZED (
        SELECT partner_id, kind, subject_id FROM jobs WHERE lease_until IS NOT NULL AND ${condition}
         ORDER BY partner_id, kind, subject_id FOR NO KEY UPDATE)
      UPDATE jobs SET ${changes} FROM held
       WHERE jobs.partner_id = held.partner_id AND jobs.kind = held.kind AND jobs.subject_id = held.subject_id
      RETURNING jobs.kind`
  },
  one: {
    name: `${name} of one`,
    text: `UPDATE jobs SET ${changes} WHERE lease_until IS NOT NULL AND ${condition} RETURNING kind`
  }
})
const shorten = changeLeases("jobs.shorten", "lease_until > $1", "lease_until = $1")
const owners: Statement = {
  name: "jobs.owners",
  text: "SELECT DISTINCT lease_owner FROM jobs WHERE lease_until IS NOT NULL"
}
const freeAllOf = changeLeases(
  "jobs.freeAllOf",
  "lease_owner = ANY ($1::text[])",
  "fence = NULL, lease_owner = NULL, lease_until = NULL, rescheduled = 0"
)
const dueAtOf: Statement = {
  name: "jobs.dueAtOf",
  text: `SELECT greatest(due_at, lease_until) AS due_at FROM jobs
    WHERE partner_id = $1 AND kind = $2 AND subject_id = $3`
}
/** Jumps from one kind to the next: it reads the first free job of each, and the leased ones. */
const nextDue: Statement = {
  name: "jobs.nextDue",
  text: `WITH RECURSIVE kinds (kind) AS (
      (SELECT kind FROM jobs ORDER BY kind LIMIT 1)
      UNION ALL
      SELECT (SELECT kind FROM jobs WHERE kind > kinds.kind ORDER BY kind LIMIT 1) FROM kinds WHERE kind IS NOT NULL)
    SELECT kinds.kind, least(free.due_at, leased.ends_at) AS due_at
    FROM kinds
    LEFT JOIN LATERAL (
      SELECT due_at FROM jobs WHERE kind = kinds.kind AND lease_until IS NULL ORDER BY due_at LIMIT 1) AS free ON true
    LEFT JOIN LATERAL (
      SELECT min(greatest(due_at, lease_until)) AS ends_at FROM jobs
       WHERE kind = kinds.kind AND lease_until IS NOT NULL) AS leased ON true
    WHERE free.due_at IS NOT NULL OR leased.ends_at IS NOT NULL`
}
/**
 * The same in parts that every machine answers from an index: the first free job of each kind, and the leased ones.
 * Citus applies a LIMIT over all machines, unless a setting applies it on each; the minimum over them is the same. The
 * kinds of subscribers, which have names of their own, are a range.
 */
const limitOnEach: Statement = {
  name: "jobs.limitOnEach",
  text: "SELECT set_config('citus.subquery_pushdown', 'on', true)"
}
const nextDueOfEach: Statement = {
  name: "jobs.nextDueOfEach",
  text: `SELECT kind, min(due_at) AS due_at FROM (
      ${jobKinds
        .map(
          (kind) =>
            `(SELECT partner_id, kind, due_at FROM jobs WHERE kind = '${kind}' AND lease_until IS NULL ORDER BY due_at LIMIT 1)`
        )
        .join(" UNION ALL ")}
      UNION ALL SELECT partner_id, kind, due_at FROM jobs
        WHERE kind > '${subscriberKinds.from}' AND kind < '${subscriberKinds.below}' AND lease_until IS NULL
      UNION ALL SELECT partner_id, kind, greatest(due_at, lease_until) FROM jobs WHERE lease_until IS NOT NULL) AS next
    GROUP BY kind LIMIT 1000`
}
const askNextDueOfEach = async (ask: Ask): Promise<ReadonlyArray<Row>> => {
  const [, rows] = await Promise.all([ask(limitOnEach, []), ask(nextDueOfEach, [])])
  return rows
}

/** Leases as columns of `jobs`. */
export const postgresWorkQueue = (
  connections: Connections,
  jobChanges: JobChanges,
  partners: Partners
): WorkQueue["Service"] => {
  /** Others are told when rows were changed. */
  const announced = (changed: Effect.Effect<ReadonlyArray<Row>, StoreUnavailable>) =>
    Effect.tap(changed, ({ length }) =>
      Effect.sync(() => {
        if (length > 0) jobChanges.noteOwn()
      })
    )
  const change = (statement: Statement, values: ReadonlyArray<unknown>) =>
    announced(connections.write(statement, values))
  const claimed = partners === "one" ? spreadClaim(connections) : claimOf(connections)

  return WorkQueue.of({
    claim: (request) =>
      Effect.map(announced(claimed(request)), (rows) =>
        rows.map(leasedJobOf(request.kind, request.leaseUntil))
      ),
    reserveFences: (count) =>
      Effect.map(connections.write(drawFences, [count]), (rows) => rows.map(({ fence }) => Number(fence))),
    extend: ({ fence, kind, partnerId, subjectId }, leaseUntil) =>
      Effect.map(
        connections.write(extend, [leaseUntil, partnerId, kind, subjectId, fence]),
        (rows) => rows.length === 1
      ),
    shortenLeases: (until) => Effect.asVoid(change(shorten[partners], [until])),
    release: ({ fence, kind, partnerId, subjectId }, dueAt) =>
      Effect.asVoid(change(release, [dueAt, partnerId, kind, subjectId, fence])),
    nextDue: Effect.map(
      partners === "one" ? connections.readTogether(askNextDueOfEach) : connections.read(nextDue, []),
      (rows) => new Map(rows.map((row): [JobKind, Instant] => [row.kind as JobKind, Number(row.due_at)]))
    ),
    dueAtOf: ({ kind, partnerId, subjectId }) =>
      Effect.map(connections.read(dueAtOf, [partnerId, kind, subjectId]), ([row]) =>
        Option.map(Option.fromUndefinedOr(row), ({ due_at }) => Number(due_at))
      ),
    releaseLeases: (isGone) =>
      Effect.gen(function* () {
        const found = yield* connections.read(owners, [])
        const gone = found.map(({ lease_owner }) => lease_owner as string).filter(isGone)
        if (gone.length > 0) yield* change(freeAllOf[partners], [gone])
      }),
    changes: jobChanges.changes,
    awaitChange: (seen) => jobChanges.awaitChange(seen)
  })
}

const claimOf =
  (connections: Connections) =>
  ({ kind, leaseUntil, limit, now, owner }: ClaimRequest) =>
    connections.write(claim, [kind, now, owner, leaseUntil, limit])

const leasedJobOf =
  (kind: JobKind, leaseUntil: Instant) =>
  ({ due_at, fence, partner_id, subject_id }: Row): LeasedJob => ({
    kind,
    partnerId: partner_id as PartnerId,
    subjectId: subject_id as string,
    dueAt: Number(due_at),
    fence: Number(fence),
    leaseUntil
  })
