import type { JobCompletion, ScheduledJob } from "@quittance/core/adapter"
import type { Call } from "../connect/Connections.ts"
import {
  BulkRows,
  bigints,
  bulkStatement,
  columnNames,
  eachIn,
  isMeant,
  type Partners,
  texts
} from "./BulkRows.ts"

const jobKey = texts("kind", "subject_id")
const leaseColumns = [...jobKey, ...bigints("fence")]

export const freedColumns = "fence = NULL, lease_owner = NULL, lease_until = NULL, rescheduled = 0"

/** The lease stays, and nobody else can claim the job before the commit. */
const hold = bulkStatement(
  "hold jobs",
  leaseColumns,
  (relation) =>
    `WITH held AS (SELECT 1 FROM jobs JOIN ${relation.rows} ON ${isMeant("jobs", leaseColumns, relation)}
       FOR NO KEY UPDATE OF jobs) ${eachIn("held", relation)}`,
  true
)

/** A job that was scheduled again under the lease stays, and is due when the schedule says. */
const finish = bulkStatement(
  "finish jobs",
  leaseColumns,
  (relation) => {
    const isLeased = isMeant("jobs", leaseColumns, relation)
    return `WITH freed AS (
         UPDATE jobs SET ${freedColumns} FROM ${relation.rows} WHERE ${isLeased} AND rescheduled = 1 RETURNING 1),
       gone AS (DELETE FROM jobs USING ${relation.rows} WHERE ${isLeased} AND rescheduled = 0 RETURNING 1)
     ${eachIn("(SELECT 1 FROM freed UNION ALL SELECT 1 FROM gone) AS found", relation)}`
  },
  true
)

/** A schedule that arrived under the lease is kept: its holder did not see the reason for it, and must not delay it. */
const dueAgain = bulkStatement(
  "delay jobs",
  [...leaseColumns, ...bigints("due_at")],
  (relation) =>
    `WITH freed AS (
       UPDATE jobs SET due_at = CASE rescheduled WHEN 1 THEN least(jobs.due_at, i.due_at) ELSE i.due_at END, ${freedColumns}
         FROM ${relation.rows} WHERE ${isMeant("jobs", leaseColumns, relation)} RETURNING 1)
     ${eachIn("freed", relation)}`,
  true
)

const scheduleColumns = [
  ...jobKey,
  ...bigints("due_at", "fence"),
  ...texts("lease_owner"),
  ...bigints("lease_until", "rescheduled")
]

/** Under a lease the job is marked, so that the end of the lease keeps the new schedule. */
const schedule = bulkStatement(
  "schedule jobs",
  scheduleColumns,
  ({ values }) =>
    `INSERT INTO jobs (${columnNames(scheduleColumns)}) VALUES (${values})
       ON CONFLICT (${columnNames(jobKey)}) DO UPDATE
         SET due_at = excluded.due_at, rescheduled = (jobs.lease_until IS NOT NULL)::int`
)

/** Completions of a group. */
export class Completions {
  readonly #held = new BulkRows(hold)
  readonly #finished = new BulkRows(finish)
  readonly #dueAgain = new BulkRows(dueAgain)

  add(completion: JobCompletion): void {
    const { fence, kind, partnerId, subjectId } = completion.job
    const lease = [kind, subjectId, fence]
    switch (completion._tag) {
      case "Held":
        this.#held.add(partnerId, lease)
        return
      case "Done":
        this.#finished.add(partnerId, lease)
        return
      case "DueAgain":
        this.#dueAgain.add(partnerId, [...lease, completion.dueAt])
        return
    }
  }

  calls(partners: Partners): ReadonlyArray<Call> {
    return [
      ...this.#held.calls(partners),
      ...this.#finished.calls(partners),
      ...this.#dueAgain.calls(partners)
    ]
  }
}

/**
 * Schedules of a group, as if the commits were written one after the other: of each job, the last due instant counts,
 * and the lease of the first, which the ones after it find there.
 */
export class Schedules {
  readonly #jobs = new Map<string, ScheduledJob & { readonly rescheduled: 0 | 1 }>()

  add(job: ScheduledJob): void {
    const name = JSON.stringify([job.partnerId, job.kind, job.subjectId])
    const before = this.#jobs.get(name)
    this.#jobs.set(
      name,
      before === undefined
        ? { ...job, rescheduled: 0 }
        : { ...before, dueAt: job.dueAt, rescheduled: before.lease === undefined ? 0 : 1 }
    )
  }

  calls(partners: Partners): ReadonlyArray<Call> {
    const rows = new BulkRows(schedule)
    // In one order: two groups that schedule the same jobs never deadlock.
    const sorted = [...this.#jobs].sort(([one], [other]) => (one < other ? -1 : 1))
    for (const [, { dueAt, kind, lease, partnerId, rescheduled, subjectId }] of sorted)
      rows.add(partnerId, [
        kind,
        subjectId,
        dueAt,
        lease?.fence ?? null,
        lease?.owner ?? null,
        lease?.until ?? null,
        rescheduled
      ])
    return rows.calls(partners)
  }
}
