import type { PartnerId } from "../../kernel/concept/PartnerId.ts"
import type { JobName, ScheduledJob } from "../../kernel/ports/Job.ts"
import { type Instant, millisPerDay } from "../../kernel/time/Instant.ts"
import type { WebhookEndpointId } from "./WebhookEndpoint.ts"
import { webhookJobs } from "./webhookNames.ts"

/** Handles the due deliveries of one endpoint. */
export const deliverJob = (
  partnerId: PartnerId,
  endpointId: WebhookEndpointId,
  dueAt: Instant
): ScheduledJob => ({ kind: webhookJobs.deliver, partnerId, subjectId: endpointId, dueAt })

/** Creates the deliveries for a partner's outbox messages. */
export const fanOutJob = (partnerId: PartnerId, dueAt: Instant): ScheduledJob => ({
  kind: webhookJobs.fanOut,
  partnerId,
  subjectId: partnerId,
  dueAt
})

/** The end of the day (UTC) of an instant. */
export const endOfDay = (at: Instant): Instant => (Math.floor(at / millisPerDay) + 1) * millisPerDay

/**
 * Erases a partner's messages of one day (UTC) when their retention ends: one job for all of them, named by
 * the end of the day.
 */
export const pruneJob = (partnerId: PartnerId, createdAt: Instant, retentionMillis: number): ScheduledJob => {
  const end = endOfDay(createdAt)
  const subjectId = new Date(end).toISOString()
  return { kind: webhookJobs.prune, partnerId, subjectId, dueAt: end + retentionMillis }
}

/** When the retention of a prune job's messages ends, by the current setting. */
export const pruneDueAt = ({ subjectId }: JobName, retentionMillis: number): Instant =>
  Date.parse(subjectId) + retentionMillis
