import type { RecordedDelivery } from "@quittance/core/adapter"
import { Option } from "effect"

/**
 * The two steps of nearly every delivery, as separate statements. Passing a parameter costs as much as a
 * column, so values that such a delivery always has are constants in the statement.
 */

/** How many rows one statement inserts; more rows bring no gain. */
export const scheduledTogether = 10

/** Whether a delivery is as the fan-out creates it. */
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

/** Inserts this many newly scheduled deliveries. */
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

/** Records the first attempt of a pending delivery, answered with 2xx. */
export const deliverSql = `UPDATE webhook_deliveries SET version = version + 1, state = 'delivered', due_at = NULL,
  attempt_url = NULL, attempt_error = NULL, error = NULL, updated_at = ?, delivered_at = ?, attempts = ?,
  attempts_before = ?, url = ?, attempted_at = ?, response_code = ?, response_millis = ?, response_start = ?
  WHERE partner_id = ? AND id = ? AND version = ? AND state = 'pending' AND earlier_attempts IS NULL`

/** The parameters of `deliverSql`; undefined for a delivery that took another step. */
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
    Option.getOrNull(attempt.responseCode),
    attempt.responseMillis,
    Option.getOrNull(attempt.responseStart),
    delivery.order.partnerId,
    delivery.order.id,
    expectedVersion
  ]
}
