import type { RecordedDelivery } from "@quittance/core/adapter"
import { Option } from "effect"

export const insertWebhookDeliverySql = `INSERT INTO webhook_deliveries (partner_id, id, version, endpoint_id, event_id,
  type, created_at, state, updated_at, due_at, delivered_at, attempts, attempts_before, url, attempted_at, attempt_url,
  response_code, response_millis, attempt_error, error, response_start, earlier_attempts)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

/** `earlierAttempts` is their stored text. */
export const webhookDeliveryColumns = (
  delivery: RecordedDelivery,
  version: number,
  earlierAttempts: string | null
): ReadonlyArray<unknown> => {
  const { order } = delivery
  return [
    order.partnerId,
    order.id,
    version,
    order.endpointId,
    order.eventId,
    order.type,
    order.createdAt,
    ...stateColumns(delivery),
    earlierAttempts
  ]
}

export const changeWebhookDeliverySql = `UPDATE webhook_deliveries SET version = version + 1, state = ?, updated_at = ?,
  due_at = ?, delivered_at = ?, attempts = ?, attempts_before = ?, url = ?, attempted_at = ?, attempt_url = ?,
  response_code = ?, response_millis = ?, attempt_error = ?, error = ?, response_start = ?, earlier_attempts = ?
  WHERE partner_id = ? AND id = ? AND version = ?`

export const changeWebhookDeliveryColumns = (
  delivery: RecordedDelivery,
  version: number,
  earlierAttempts: string | null
): ReadonlyArray<unknown> => [
  ...stateColumns(delivery),
  earlierAttempts,
  delivery.order.partnerId,
  delivery.order.id,
  version
]

const stateColumns = (delivery: RecordedDelivery): ReadonlyArray<unknown> => {
  const attempt = Option.getOrUndefined(delivery.lastAttempt)
  return [
    delivery._tag,
    delivery.updatedAt,
    delivery._tag === "pending" ? delivery.dueAt : null,
    delivery._tag === "delivered" ? delivery.deliveredAt : null,
    delivery.attempts,
    delivery.attemptsBefore,
    delivery.url,
    ...(attempt === undefined
      ? [null, null, null, null, null]
      : [
          attempt.at,
          attempt.url === delivery.url ? null : attempt.url,
          Option.getOrNull(attempt.responseCode),
          attempt.responseMillis,
          Option.getOrNull(attempt.error)
        ]),
    Option.getOrNull(delivery.error),
    attempt === undefined ? null : Option.getOrNull(attempt.responseStart)
  ]
}
