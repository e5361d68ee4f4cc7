import type { DeliveryAttempt, RecordedDelivery, WebhookEventType } from "@quittance/core"
import { Option } from "effect"
import { integer, nullable, optionalInteger, optionalText, type Row, text } from "./columns.ts"

/**
 * A delivery as a row of `webhook_deliveries`. None of its integers is money, so it may be read without
 * `safeIntegers`. Its earlier attempts may be sealed; callers that need them decrypt them.
 */
export const webhookDeliveryOf = (
  row: Row,
  earlierAttempts: ReadonlyArray<DeliveryAttempt> = []
): RecordedDelivery => {
  const url = text(row, "url")
  const recorded = {
    order: {
      id: text(row, "id"),
      partnerId: text(row, "partner_id"),
      endpointId: text(row, "endpoint_id"),
      eventId: text(row, "event_id"),
      type: text(row, "type") as WebhookEventType,
      createdAt: integer(row, "created_at")
    },
    attempts: integer(row, "attempts"),
    attemptsBefore: integer(row, "attempts_before"),
    url,
    lastAttempt: lastAttemptOf(row, url),
    earlierAttempts,
    error: optionalText(row, "error"),
    updatedAt: integer(row, "updated_at")
  }
  const _tag = text(row, "state") as RecordedDelivery["_tag"]
  if (_tag === "pending") return { _tag, ...recorded, dueAt: integer(row, "due_at") }
  if (_tag === "delivered") return { _tag, ...recorded, deliveredAt: integer(row, "delivered_at") }
  return { _tag, ...recorded }
}

const lastAttemptOf = (row: Row, url: string): Option.Option<DeliveryAttempt> =>
  row.attempted_at === null
    ? Option.none()
    : Option.some({
        at: integer(row, "attempted_at"),
        url: row.attempt_url === null ? url : text(row, "attempt_url"),
        responseCode: optionalInteger(row, "response_code"),
        responseMillis: integer(row, "response_millis"),
        responseStart: optionalText(row, "response_start"),
        error: optionalText(row, "attempt_error")
      })

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
          nullable(attempt.responseCode),
          attempt.responseMillis,
          nullable(attempt.error)
        ]),
    nullable(delivery.error),
    attempt === undefined ? null : nullable(attempt.responseStart)
  ]
}

/** The columns of a list: all except the earlier attempts, which may be long. */
export const listedDeliveryColumns = [
  "partner_id",
  "id",
  "endpoint_id",
  "event_id",
  "type",
  "created_at",
  "state",
  "updated_at",
  "due_at",
  "delivered_at",
  "attempts",
  "attempts_before",
  "url",
  "attempted_at",
  "attempt_url",
  "response_code",
  "response_millis",
  "attempt_error",
  "error",
  "response_start"
]
