import {
  integerIn,
  queuedEventOf,
  SubscriberQueue,
  textIn,
  type WebhookEventType
} from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import type { Connections } from "../connect/Connections.ts"

/** That no other event of its resource goes before it. */
const isFirst = `NOT EXISTS (
      SELECT 1 FROM subscriber_events AS earlier
       WHERE earlier.partner_id = $1 AND earlier.subscriber_id = $2 AND earlier.resource_id = waiting.resource_id
         AND (earlier.version, earlier.event_id) < (waiting.version, waiting.event_id) OFFSET 0)`

const due = {
  name: "events that are due",
  text: `SELECT waiting.*, (
      SELECT body FROM webhook_messages WHERE partner_id = $1 AND id = waiting.event_id) AS body
    FROM subscriber_events AS waiting
   WHERE waiting.partner_id = $1 AND waiting.subscriber_id = $2 AND waiting.due_at <= $3
     AND waiting.resource_id <> ALL ($5::text[]) AND ${isFirst}
   ORDER BY waiting.due_at, waiting.event_id LIMIT $4`
}

const nextDueAt = {
  name: "when an event is due",
  text: `SELECT due_at FROM subscriber_events AS waiting
    WHERE partner_id = $1 AND subscriber_id = $2 AND ${isFirst} ORDER BY due_at LIMIT 1`
}

const caughtUp = {
  name: "how far a subscriber caught up",
  text: "SELECT through FROM subscriber_cursors WHERE partner_id = $1 AND subscriber_id = $2"
}

const kept = {
  name: "messages that are kept",
  text: `SELECT id, type, created_at, body FROM webhook_messages
    WHERE partner_id = $1 AND id > $2 ORDER BY id LIMIT $3`
}

const sizes = {
  name: "events that wait",
  text: "SELECT subscriber_id, count(*) AS count, min(at) AS oldest_at FROM subscriber_events GROUP BY subscriber_id"
}

/** What waits for subscribers. */
export const postgresSubscriberQueue = (connections: Connections): SubscriberQueue["Service"] =>
  SubscriberQueue.of({
    due: (partnerId, subscriberId, now, limit, besides = new Set()) =>
      Effect.map(connections.read(due, [partnerId, subscriberId, now, limit, [...besides]]), (rows) =>
        rows.map((row) => ({
          event: queuedEventOf(row),
          body: row.body === null ? Option.none() : Option.some(textIn(row, "body"))
        }))
      ),
    nextDueAt: (partnerId, subscriberId) =>
      Effect.map(connections.read(nextDueAt, [partnerId, subscriberId]), ([row]) =>
        Option.map(Option.fromUndefinedOr(row), (found) => integerIn(found, "due_at"))
      ),
    caughtUp: (partnerId, subscriberId) =>
      Effect.map(connections.read(caughtUp, [partnerId, subscriberId]), ([row]) =>
        Option.map(Option.fromUndefinedOr(row), (found) => textIn(found, "through"))
      ),
    kept: (partnerId, after, limit) =>
      Effect.map(connections.read(kept, [partnerId, after, limit]), (rows) =>
        rows.map((row) => ({
          id: textIn(row, "id"),
          type: textIn(row, "type") as WebhookEventType,
          createdAt: integerIn(row, "created_at"),
          body: textIn(row, "body")
        }))
      ),
    sizes: Effect.map(
      connections.read(sizes, []),
      (rows) =>
        new Map(
          rows.map((row) => [
            textIn(row, "subscriber_id"),
            { count: integerIn(row, "count"), oldestAt: integerIn(row, "oldest_at") }
          ])
        )
    )
  })
