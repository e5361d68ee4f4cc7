import type { Effect } from "effect"
import type { JobKind, LeasedJob } from "../ports/Job.ts"
import type { AggregateWrite, StoreUnavailable } from "../ports/Store.ts"
import { millisPerSecond } from "../time/Instant.ts"

/** Handles due jobs of one kind. It completes the job itself, in the commit that writes the outcome. */
export interface JobHandler {
  readonly kind: JobKind
  /** How many jobs of this kind run at once in this process. */
  readonly concurrency: number
  /** How many are claimed at a time, if starting a job is expensive; 32 by default. */
  readonly claimMax?: number
  /**
   * While this is true, no job of this kind is started. It is checked before every claim, and once a second
   * while true.
   */
  readonly isHeld?: Effect.Effect<boolean, StoreUnavailable>
  /**
   * Whether a commit of this process may hand over a new job of this kind, so that it starts at once, without a claim.
   * Only for a handler that commits under the lease before it does anything outside: not before then is it known
   * whether the job was new.
   */
  readonly takesHanded?: boolean
  /**
   * A handler that processes many items starts no more of them once the worker is finishing. `written` are the
   * aggregates of the commit that handed the job over, as they were when it landed; empty if the job was claimed.
   */
  readonly handle: (
    job: LeasedJob,
    isFinishing: () => boolean,
    written: ReadonlyArray<AggregateWrite>
  ) => Effect.Effect<void, unknown>
}

/** Leases outlive every call that a handler makes (those time out earlier). */
export const leaseMillis = 30 * millisPerSecond
