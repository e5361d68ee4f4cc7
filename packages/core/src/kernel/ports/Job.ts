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
}

/**
 * A job under lease. `fence` grows with every claim of this job. A holder of an older fence is stale, and its
 * commit is refused with `LeaseLost`.
 */
export interface LeasedJob extends JobName {
  readonly dueAt: Instant
  readonly fence: number
  readonly leaseUntil: Instant
}
