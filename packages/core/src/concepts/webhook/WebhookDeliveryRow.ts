import { Option } from "effect"
import { integerIn, optionalIntegerIn, optionalTextIn, textIn } from "../../kernel/concept/cells.ts"
import type { Row } from "../../kernel/concept/columns.ts"
import type { DeliveryAttempt, RecordedDelivery } from "./WebhookDelivery.ts"
import type { WebhookEventType } from "./WebhookEvents.ts"

/**
 * Decodes a row of `webhook_deliveries`. Stores keep earlier attempts in their own ways, so callers that need them pass
 * them.
 */
export const webhookDeliveryOf = (
  row: Row,
  earlierAttempts: ReadonlyArray<DeliveryAttempt> = []
): RecordedDelivery => {
  const url = textIn(row, "url")
  const recorded = {
    order: {
      id: textIn(row, "id"),
      partnerId: textIn(row, "partner_id"),
      endpointId: textIn(row, "endpoint_id"),
      eventId: textIn(row, "event_id"),
      type: textIn(row, "type") as WebhookEventType,
      createdAt: integerIn(row, "created_at")
    },
    attempts: integerIn(row, "attempts"),
    attemptsBefore: integerIn(row, "attempts_before"),
    url,
    lastAttempt: lastAttemptOf(row, url),
    earlierAttempts,
    error: optionalTextIn(row, "error"),
    updatedAt: integerIn(row, "updated_at")
  }
  const _tag = textIn(row, "state") as RecordedDelivery["_tag"]
  if (_tag === "pending") return { _tag, ...recorded, dueAt: integerIn(row, "due_at") }
  if (_tag === "delivered") return { _tag, ...recorded, deliveredAt: integerIn(row, "delivered_at") }
  return { _tag, ...recorded }
}

const lastAttemptOf = (row: Row, url: string): Option.Option<DeliveryAttempt> =>
  row.attempted_at === null
    ? Option.none()
    : Option.some({
        at: integerIn(row, "attempted_at"),
        url: row.attempt_url === null ? url : textIn(row, "attempt_url"),
        responseCode: optionalIntegerIn(row, "response_code"),
        responseMillis: integerIn(row, "response_millis"),
        responseStart: optionalTextIn(row, "response_start"),
        error: optionalTextIn(row, "attempt_error")
      })

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

/** Instant, URL, status, milliseconds, response start, error. */
type Cells = readonly [number, string, number | null, number, string | null, string | null]

/** The earlier attempts of a delivery as JSON; null if there are none. */
export const earlierAttemptsText = ({ earlierAttempts }: RecordedDelivery): string | null =>
  earlierAttempts.length === 0 ? null : JSON.stringify(earlierAttempts.map(cellsOf))

export const earlierAttemptsOf = (text: string): ReadonlyArray<DeliveryAttempt> =>
  (JSON.parse(text) as ReadonlyArray<Cells>).map(attemptOf)

const cellsOf = (attempt: DeliveryAttempt): Cells => [
  attempt.at,
  attempt.url,
  Option.getOrNull(attempt.responseCode),
  attempt.responseMillis,
  Option.getOrNull(attempt.responseStart),
  Option.getOrNull(attempt.error)
]

const attemptOf = ([at, url, code, responseMillis, start, error]: Cells): DeliveryAttempt => ({
  at,
  url,
  responseCode: Option.fromNullOr(code),
  responseMillis,
  responseStart: Option.fromNullOr(start),
  error: Option.fromNullOr(error)
})
