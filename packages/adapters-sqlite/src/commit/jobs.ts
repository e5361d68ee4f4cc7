import { type JobCompletion, type JobName, LeaseLost, type ScheduledJob } from "@quittance/core/adapter"
import type Database from "better-sqlite3"

/** Jobs as commits change them; leasing is `SqliteWorkQueue`. */
export interface JobTable {
  /** A lease is held by its fence from the claim until its completion, even after it expired. */
  readonly lost: (completion: JobCompletion) => LeaseLost | undefined
  readonly complete: (completion: JobCompletion) => void
  /**
   * Inserts the job or moves it. Under a lease the job is marked, so that the end of the lease keeps the new
   * schedule.
   */
  readonly schedule: (job: ScheduledJob) => void
}

/**
 * Ends a lease; parameters: due instant, then the job's name and fence. A schedule that arrived under the
 * lease is kept: its holder did not see the reason for it, and must not delay it.
 */
export const freeJobSql = `UPDATE jobs SET due_at = iif(rescheduled, min(due_at, ?), ?), fence = NULL,
  lease_owner = NULL, lease_until = NULL, rescheduled = 0
  WHERE partner_id = ? AND kind = ? AND subject_id = ? AND fence = ?`

export const prepareJobs = (database: Database.Database): JobTable => {
  const fenceOf = database
    .prepare("SELECT fence FROM jobs WHERE partner_id = ? AND kind = ? AND subject_id = ?")
    .pluck()
  const remove = database.prepare(
    "DELETE FROM jobs WHERE partner_id = ? AND kind = ? AND subject_id = ? AND NOT rescheduled"
  )
  const free = database.prepare(freeJobSql)
  const put = database.prepare(
    `INSERT INTO jobs (partner_id, kind, subject_id, due_at) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET due_at = excluded.due_at, rescheduled = (lease_until IS NOT NULL)`
  )
  const currentFence = ({ kind, partnerId, subjectId }: JobName) => fenceOf.get(partnerId, kind, subjectId)

  return {
    lost: ({ job }) =>
      currentFence(job) === job.fence ? undefined : new LeaseLost({ subjectId: job.subjectId }),

    complete: (completion) => {
      const { fence, kind, partnerId, subjectId } = completion.job
      switch (completion._tag) {
        case "Done":
          if (remove.run(partnerId, kind, subjectId).changes === 0) {
            // Scheduled again in the meantime: only the lease ends, and the job keeps its instant.
            free.run(Number.MAX_SAFE_INTEGER, 0, partnerId, kind, subjectId, fence)
          }
          return
        case "DueAgain":
          free.run(completion.dueAt, completion.dueAt, partnerId, kind, subjectId, fence)
          return
        case "Held":
          return
      }
    },

    schedule: ({ dueAt, kind, partnerId, subjectId }) => {
      put.run(partnerId, kind, subjectId, dueAt)
    }
  }
}
