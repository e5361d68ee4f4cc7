import type { PartnerId } from "../../kernel/concept/PartnerId.ts"
import type { ScheduledJob } from "../../kernel/ports/Job.ts"
import type { Instant } from "../../kernel/time/Instant.ts"
import type { KycSessionId } from "./KycSessionRecord.ts"
import { kycJobs } from "./kycNames.ts"

/** Calls the checker and follows its answers. */
export const checkJob = (partnerId: PartnerId, subjectId: KycSessionId, dueAt: Instant): ScheduledJob => ({
  kind: kycJobs.check,
  partnerId,
  subjectId,
  dueAt
})

/** Records a session's expiry. Reads are correct without it. */
export const kycExpiryJob = (
  partnerId: PartnerId,
  subjectId: KycSessionId,
  dueAt: Instant
): ScheduledJob => ({
  kind: kycJobs.expire,
  partnerId,
  subjectId,
  dueAt
})

/**
 * Deletes everything in the folder of an ended session that does not belong to it; for a redacted one,
 * everything.
 */
export const eraseJob = (partnerId: PartnerId, subjectId: KycSessionId, dueAt: Instant): ScheduledJob => ({
  kind: kycJobs.erase,
  partnerId,
  subjectId,
  dueAt
})
