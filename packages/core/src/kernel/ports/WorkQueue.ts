import { Context, type Effect, type Option } from "effect"
import type { Instant } from "../time/Instant.ts"
import type { JobKind, JobName, LeasedJob } from "./Job.ts"
import type { StoreUnavailable } from "./Store.ts"

/**
 * Port. Leases on due jobs, shared by all processes on one store. Jobs are scheduled and completed by commits
 * only. A fence is never issued twice, not even for a job that was done and scheduled again.
 */
export class WorkQueue extends Context.Service<
  WorkQueue,
  {
    /**
     * Leases up to `limit` jobs of one kind that are due and not leased, earliest due first, each with a new fence,
     * which is above those of the claims before.
     */
    readonly claim: (request: {
      readonly kind: JobKind
      readonly owner: string
      readonly now: Instant
      readonly leaseUntil: Instant
      readonly limit: number
    }) => Effect.Effect<ReadonlyArray<LeasedJob>, StoreUnavailable>
    /** As many fences that no claim gets, here or in another process, for leases that commits hand over. */
    readonly reserveFences: (count: number) => Effect.Effect<ReadonlyArray<number>, StoreUnavailable>
    /**
     * Returns whether the lease was still ours (no other worker has claimed the job) and now lasts until
     * `leaseUntil`.
     */
    readonly extend: (job: LeasedJob, leaseUntil: Instant) => Effect.Effect<boolean, StoreUnavailable>
    /**
     * Shortens every lease that would end later than this. Leases from a clock that was set back since would
     * otherwise not end for long.
     */
    readonly shortenLeases: (until: Instant) => Effect.Effect<void, StoreUnavailable>
    /** Returns a lease unfinished; the job is due at `dueAt`. Does nothing if the lease was lost. */
    readonly release: (job: LeasedJob, dueAt: Instant) => Effect.Effect<void, StoreUnavailable>
    /**
     * When the next job of each kind can be claimed: its due instant, or the end of its lease if that is
     * later. A kind without jobs is missing. Workers ask after every change, so the cost must not grow with
     * the number of jobs.
     */
    readonly nextDue: Effect.Effect<ReadonlyMap<JobKind, Instant>, StoreUnavailable>
    /** When this job can be claimed, by the same rule; none if it is done. For operators. */
    readonly dueAtOf: (job: JobName) => Effect.Effect<Option.Option<Instant>, StoreUnavailable>
    /** Frees the leases of owners that no longer run (a crashed predecessor); calls `isGone` once per owner. */
    readonly releaseLeases: (isGone: (owner: string) => boolean) => Effect.Effect<void, StoreUnavailable>
    /** Counts changes of jobs by any process: schedules, completions, releases, and claims that got a job. */
    readonly changes: Effect.Effect<number>
    /** Completes when `changes` differs from `seen`. */
    readonly awaitChange: (seen: number) => Effect.Effect<void>
  }
>()("@quittance/core/kernel/ports/WorkQueue") {}
