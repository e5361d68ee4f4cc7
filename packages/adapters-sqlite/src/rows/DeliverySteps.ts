import type { RecordedDelivery } from "@quittance/core"
import { Option } from "effect"
import { nullable } from "./columns.ts"

/**
 * The two steps that nearly every delivery takes, as statements of their own. Handing a parameter over costs as much as a
 * column does, so what such a delivery always has is written into the statement.
 */

/** How many rows one statement schedules: with more of them in it nothing is won. */
export const scheduledTogether = 10

/** A delivery as the fan-out makes it. */
export const isScheduled = ({
  _tag,
  attempts,
  attemptsBefore,
  earlierAttempts,
  error,
  lastAttempt
}: RecordedDelivery): boolean =>
  _tag === "pending" &&
  attempts === 0 &&
  attemptsBefore === 0 &&
  Option.isNone(lastAttempt) &&
  earlierAttempts.length === 0 &&
  Option.isNone(error)

/** Inserts so many deliveries that are just scheduled. */
export const scheduleSql = (rowCount: number): string => {
  const row = "(?, ?, 1, ?, ?, ?, ?, 'pending', ?, ?, 0, 0, ?)"
  return `INSERT INTO webhook_deliveries (partner_id, id, version, endpoint_id, event_id, type, created_at, state, updated_at,
    due_at, attempts, attempts_before, url) VALUES ${Array.from({ length: rowCount }, () => row).join(", ")}`
}

export const scheduleColumns = (delivery: RecordedDelivery): ReadonlyArray<unknown> => {
  const { createdAt, endpointId, eventId, id, partnerId, type } = delivery.order
  const dueAt = delivery._tag === "pending" ? delivery.dueAt : null
  return [partnerId, id, endpointId, eventId, type, createdAt, delivery.updatedAt, dueAt, delivery.url]
}

/** Records the first attempt, answered with 2xx, of a delivery that was pending. */
export const deliverSql = `UPDATE webhook_deliveries SET version = version + 1, state = 'delivered', due_at = NULL,
  attempt_url = NULL, attempt_error = NULL, error = NULL, updated_at = ?, delivered_at = ?, attempts = ?,
  attempts_before = ?, url = ?, attempted_at = ?, response_code = ?, response_millis = ?, response_start = ?
  WHERE partner_id = ? AND id = ? AND version = ? AND state = 'pending' AND earlier_attempts IS NULL`

/** The parameters of `deliverSql`; nothing for a delivery that took another step. */
export const deliverColumns = (
  delivery: RecordedDelivery,
  expectedVersion: number
): ReadonlyArray<unknown> | undefined => {
  const attempt = Option.getOrUndefined(delivery.lastAttempt)
  if (delivery._tag !== "delivered" || attempt === undefined || attempt.url !== delivery.url) return undefined
  if (Option.isSome(attempt.error) || Option.isSome(delivery.error)) return undefined
  if (delivery.earlierAttempts.length > 0) return undefined
  return [
    delivery.updatedAt,
    delivery.deliveredAt,
    delivery.attempts,
    delivery.attemptsBefore,
    delivery.url,
    attempt.at,
    nullable(attempt.responseCode),
    attempt.responseMillis,
    nullable(attempt.responseStart),
    delivery.order.partnerId,
    delivery.order.id,
    expectedVersion
  ]
}
