import type { PartnerId } from "../concept/PartnerId.ts"
import type { Instant } from "../time/Instant.ts"
import type { ScheduledJob } from "../ports/Job.ts"
import type { KycSessionId } from "./KycSessionRecord.ts"

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
