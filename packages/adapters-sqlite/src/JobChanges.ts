import {
  ChangeCount,
  type JobCompletion,
  type JobName,
  LeaseLost,
  type ScheduledJob
} from "@quittance/core/adapter"
import type Database from "better-sqlite3"
import { Effect } from "effect"
import type { FileHealth } from "./FileHealth.ts"
import { everyMillis } from "./Pause.ts"

/** Jobs as commits change them; leasing is `SqliteWorkQueue`. */
export interface JobTable {
  /** A lease is held by its fence from the claim until its completion, even after it expired. */
  readonly lost: (completion: JobCompletion) => LeaseLost | undefined
  readonly complete: (completion: JobCompletion) => void
  /**
   * Inserts the job, under the lease that is handed over with it, or moves it. Under a lease the job is marked, so that
   * the end of the lease keeps the new schedule.
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
    `INSERT INTO jobs (partner_id, kind, subject_id, due_at, fence, lease_owner, lease_until)
     VALUES (?, ?, ?, ?, ?, ?, ?)
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

    schedule: ({ dueAt, kind, lease, partnerId, subjectId }) => {
      if (lease === undefined) put.run(partnerId, kind, subjectId, dueAt, null, null, null)
      else put.run(partnerId, kind, subjectId, dueAt, lease.fence, lease.owner, lease.until)
    }
  }
}

const lookMillis = 200

/**
 * Counts changes to jobs, by any process. Our own changes count when their group is durable. Those of other
 * processes are detected by SQLite's `data_version`, which is checked when the count is read, and on a timer
 * only while someone waits. It also counts their other commits, so a waiter may wake for nothing.
 */
export class JobChanges {
  readonly #dataVersion: Database.Statement
  readonly #database: Database.Database
  readonly #health: FileHealth
  readonly #changes = new ChangeCount()
  #seenDataVersion: unknown
  #isNoted = false
  #timer: NodeJS.Timeout | undefined

  constructor(database: Database.Database, health: FileHealth) {
    this.#database = database
    this.#health = health
    this.#dataVersion = database.prepare("PRAGMA data_version").pluck()
    this.#seenDataVersion = this.#dataVersion.get()
  }

  /** A write of the current group changes jobs. */
  noteInGroup(): void {
    this.#isNoted = true
  }

  /** The current group was answered. */
  publish(): void {
    if (!this.#isNoted) return
    this.#isNoted = false
    this.#bump()
  }

  readonly changes: Effect.Effect<number> = Effect.sync(() => {
    this.#look()
    return this.#changes.count
  })

  awaitChange(seen: number): Effect.Effect<void> {
    return Effect.suspend(() => {
      this.#look()
      if (this.#changes.count !== seen) return Effect.void
      this.#timer ??= everyMillis(lookMillis, () => this.#look())
      return Effect.onInterrupt(this.#changes.await(seen), () =>
        Effect.sync(() => this.#stopWhenNobodyWaits())
      )
    })
  }

  #look(): void {
    if (!this.#database.open) return
    let version: unknown
    try {
      version = this.#dataVersion.get()
    } catch (error) {
      // Busy for a moment; the next check sees the change.
      this.#health.note(error)
      return
    }
    if (version === this.#seenDataVersion) return
    this.#seenDataVersion = version
    this.#bump()
  }

  #bump(): void {
    this.#changes.bump()
    this.#stopWhenNobodyWaits()
  }

  #stopWhenNobodyWaits(): void {
    if (this.#changes.isAwaited) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }
}
