import type { PartnerId } from "../concept/PartnerId.ts"
import { type Instant, millisPerDay } from "../time/Instant.ts"
import type { JobName, ScheduledJob } from "../ports/Job.ts"
import type { WebhookEndpointId } from "./WebhookEndpoint.ts"

/** Serves what is due at one endpoint. */
export const deliverJob = (
  partnerId: PartnerId,
  endpointId: WebhookEndpointId,
  dueAt: Instant
): ScheduledJob => ({ kind: "webhook.deliver", partnerId, subjectId: endpointId, dueAt })

/** Gives a partner's posted messages their deliveries. */
export const fanOutJob = (partnerId: PartnerId, dueAt: Instant): ScheduledJob => ({
  kind: "webhook.fanOut",
  partnerId,
  subjectId: partnerId,
  dueAt
})

const endOfDay = (at: Instant): Instant => (Math.floor(at / millisPerDay) + 1) * millisPerDay

/** Erases a partner's messages of one day (UTC) when their time to be kept is over: one job for all of them, named by its end. */
export const pruneJob = (partnerId: PartnerId, createdAt: Instant, retentionMillis: number): ScheduledJob => {
  const end = endOfDay(createdAt)
  const subjectId = new Date(end).toISOString()
  return { kind: "webhook.prune", partnerId, subjectId, dueAt: end + retentionMillis }
}

/** When the time of a prune job's messages is over, by the retention of now. */
export const pruneDueAt = ({ subjectId }: JobName, retentionMillis: number): Instant =>
  Date.parse(subjectId) + retentionMillis
