import type { PartnerId } from "../partner/Partner.ts"
import { type Instant, millisPerDay } from "../time/Instant.ts"
import type { ScheduledJob } from "../work/Job.ts"
import type { KycSessionId } from "./KycOrder.ts"

/** Asks the checker, and follows what it says. */
export const checkJob = (partnerId: PartnerId, subjectId: KycSessionId, dueAt: Instant): ScheduledJob => ({
  kind: "kyc.check",
  partnerId,
  subjectId,
  dueAt
})

/** Records a session's expiry. Reads are right at the instant without it. */
export const kycExpiryJob = (
  partnerId: PartnerId,
  subjectId: KycSessionId,
  dueAt: Instant
): ScheduledJob => ({
  kind: "kyc.expire",
  partnerId,
  subjectId,
  dueAt
})

/** Removes what lies in the folder of an ended session and is not its own; of a redacted one, everything. */
export const eraseJob = (partnerId: PartnerId, subjectId: KycSessionId, dueAt: Instant): ScheduledJob => ({
  kind: "kyc.erase",
  partnerId,
  subjectId,
  dueAt
})

/**
 * Redacts a partner's sessions whose time to be kept is over: one job for all of them, at the end of the UTC day. It is named by
 * that instant, so that whoever schedules the next one never puts off one that is overdue.
 */
export const retainJob = (partnerId: PartnerId, now: Instant): ScheduledJob => {
  const dueAt = (Math.floor(now / millisPerDay) + 1) * millisPerDay
  return { kind: "kyc.retain", partnerId, subjectId: new Date(dueAt).toISOString(), dueAt }
}
