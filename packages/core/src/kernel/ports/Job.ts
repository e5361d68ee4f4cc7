import type { PartnerId } from "../concept/PartnerId.ts"
import type { Instant } from "../time/Instant.ts"

/**
 * Every kind of background job. Each kind has its own worker and concurrency, so a slow kind never delays
 * another.
 */
export const jobKinds = [
  "payout.dispatch",
  "cryptoInvoice.watch",
  "bankPayment.follow",
  "chain.read",
  "chain.send",
  "chain.sweep",
  "chain.check",
  "invoice.expire",
  "invoice.mail",
  "invoice.erase",
  "invoice.retain",
  "kyc.check",
  "kyc.expire",
  "kyc.erase",
  "kyc.retain",
  "transit.watch",
  "webhook.fanOut",
  "webhook.deliver",
  "webhook.prune"
] as const
export type JobKind = (typeof jobKinds)[number]

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
