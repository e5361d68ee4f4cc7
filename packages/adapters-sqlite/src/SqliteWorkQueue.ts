import { type Instant, type JobKind, type LeasedJob, WorkQueue } from "@quittance/core/adapter"
import type Database from "better-sqlite3"
import { Effect, Option } from "effect"
import { freeJobSql, type JobChanges } from "./JobChanges.ts"
import type { Reads } from "./Reads.ts"
import type { WriteQueue } from "./WriteQueue.ts"

interface DueRow {
  readonly partner_id: string
  readonly subject_id: string
  readonly due_at: number
}

/** Later than any instant. */
const never = Number.MAX_SAFE_INTEGER

/**
 * Leases as columns of `jobs`. Fences count over all jobs, so that a recreated job never repeats an old
 * fence.
 */
export const sqliteWorkQueue = (
  database: Database.Database,
  queue: WriteQueue,
  reads: Reads,
  jobChanges: JobChanges
): WorkQueue["Service"] => {
  // In index order: it skips the leased jobs at the front, which are as many as workers hold.
  const due = database.prepare(
    `SELECT partner_id, subject_id, due_at FROM jobs INDEXED BY jobs_by_due
      WHERE kind = ? AND due_at <= ? AND (lease_until IS NULL OR lease_until <= ?)
      ORDER BY due_at, partner_id, subject_id LIMIT ?`
  )
  const takeFences = database
    .prepare("UPDATE meta SET last_fence = last_fence + ? RETURNING last_fence")
    .pluck()
  const lease = database.prepare(
    `UPDATE jobs SET fence = ?, lease_owner = ?, lease_until = ?, rescheduled = 0
      WHERE partner_id = ? AND kind = ? AND subject_id = ?`
  )
  const extend = database.prepare(
    "UPDATE jobs SET lease_until = ? WHERE partner_id = ? AND kind = ? AND subject_id = ? AND fence = ?"
  )
  const shorten = database.prepare("UPDATE jobs SET lease_until = @until WHERE lease_until > @until")
  const free = database.prepare(freeJobSql)
  const owners = database
    .prepare("SELECT DISTINCT lease_owner FROM jobs WHERE lease_until IS NOT NULL")
    .pluck()
  const freeAllOf = database.prepare(
    `UPDATE jobs SET fence = NULL, lease_owner = NULL, lease_until = NULL, rescheduled = 0
      WHERE lease_until IS NOT NULL AND lease_owner = ?`
  )
  const dueAt = database
    .prepare(
      `SELECT max(due_at, ifnull(lease_until, due_at)) FROM jobs
        WHERE partner_id = ? AND kind = ? AND subject_id = ?`
    )
    .pluck()
  // Jumps from one kind to the next: it reads the first free job of each, and the leased ones.
  const next = database
    .prepare(
      `WITH RECURSIVE kinds(kind) AS (
         SELECT min(kind) FROM jobs INDEXED BY jobs_by_due
         UNION ALL
         SELECT (SELECT min(kind) FROM jobs INDEXED BY jobs_by_due WHERE kind > kinds.kind) FROM kinds
          WHERE kind IS NOT NULL)
       SELECT kind, min(
         ifnull((SELECT due_at FROM jobs INDEXED BY jobs_by_due
           WHERE kind = kinds.kind AND lease_until IS NULL ORDER BY due_at LIMIT 1), ${never}),
         ifnull((SELECT min(max(due_at, lease_until)) FROM jobs INDEXED BY jobs_leased
           WHERE kind = kinds.kind AND lease_until IS NOT NULL), ${never}))
        FROM kinds WHERE kind IS NOT NULL`
    )
    .raw()

  const claim: WorkQueue["Service"]["claim"] = ({ kind, leaseUntil, limit, now, owner }) =>
    queue.submit(limit + 2, () => {
      const found = due.all(kind, now, now, limit) as ReadonlyArray<DueRow>
      if (found.length === 0) return Effect.succeed([])
      jobChanges.noteInGroup()
      const lastFence = Number(takeFences.get(found.length))
      return Effect.succeed(
        found.map(({ due_at: dueAt, partner_id: partnerId, subject_id: subjectId }, index): LeasedJob => {
          const fence = lastFence - found.length + 1 + index
          lease.run(fence, owner, leaseUntil, partnerId, kind, subjectId)
          return { kind, partnerId, subjectId, dueAt, fence, leaseUntil }
        })
      )
    })

  return WorkQueue.of({
    claim,
    reserveFences: (count) =>
      queue.submit(1, () => {
        const first = Number(takeFences.get(count)) - count + 1
        return Effect.succeed(Array.from({ length: count }, (_, index) => first + index))
      }),
    extend: ({ fence, kind, partnerId, subjectId }, leaseUntil) =>
      queue.submit(1, () =>
        Effect.succeed(extend.run(leaseUntil, partnerId, kind, subjectId, fence).changes === 1)
      ),
    shortenLeases: (until) =>
      queue.submit(8, () => {
        if (shorten.run({ until }).changes > 0) jobChanges.noteInGroup()
        return Effect.void
      }),
    release: ({ fence, kind, partnerId, subjectId }, dueAt) =>
      queue.submit(1, () => {
        if (free.run(dueAt, dueAt, partnerId, kind, subjectId, fence).changes === 1) jobChanges.noteInGroup()
        return Effect.void
      }),
    nextDue: reads.read(() => new Map(next.all() as Array<[JobKind, Instant]>)),
    dueAtOf: ({ kind, partnerId, subjectId }) =>
      reads.read(() => Option.fromUndefinedOr(dueAt.get(partnerId, kind, subjectId) as Instant | undefined)),
    releaseLeases: (isGone) =>
      queue.submit(8, () => {
        for (const owner of owners.all() as ReadonlyArray<string>) if (isGone(owner)) freeAllOf.run(owner)
        jobChanges.noteInGroup()
        return Effect.void
      }),
    changes: jobChanges.changes,
    awaitChange: (seen) => jobChanges.awaitChange(seen)
  })
}
