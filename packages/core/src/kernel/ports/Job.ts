import type { PartnerId } from "../concept/PartnerId.ts"
import type { Instant } from "../time/Instant.ts"

declare const ofJobs: unique symbol

/**
 * A kind of background job, which its concept declares. Each kind has its own worker and concurrency, so a slow kind
 * never delays another.
 */
export type JobKind = string & { readonly [ofJobs]: true }

/** Declares a kind, by the name that stores keep. `jobKinds` of `store/names.ts` lists all of them. */
export const jobKind = (name: string): JobKind => name as JobKind

/** A job is identified by its kind and subject: scheduling it again moves the existing one. */
export interface JobName {
  readonly kind: JobKind
  readonly partnerId: PartnerId
  readonly subjectId: string
}

export interface ScheduledJob extends JobName {
  readonly dueAt: Instant
  /**
   * The lease of a worker that starts the job as soon as this commit has landed, and therefore need not claim it. It is
   * given only if the job is new. A job that exists is scheduled as if there were none here, and whoever was to get the
   * lease learns that from `LeaseLost`, at the first commit under it.
   */
  readonly lease?: HandedLease | undefined
}

/** A lease that a commit gives to a new job. Its fence was reserved for it: `reserveFences` of `WorkQueue`. */
export interface HandedLease {
  readonly owner: string
  readonly fence: number
  readonly until: Instant
}

/**
 * A job under lease. Each lease has a fence of its own. A holder of another fence than the job's is stale, and its
 * commit is refused with `LeaseLost`.
 */
export interface LeasedJob extends JobName {
  readonly dueAt: Instant
  readonly fence: number
  readonly leaseUntil: Instant
}
