import {
  integerIn,
  type KeptMessage,
  queuedEventOf,
  type Row,
  SubscriberQueue,
  textIn,
  type WebhookEventType
} from "@quittance/core/adapter"
import type Database from "better-sqlite3"
import { Option } from "effect"
import type { Reads } from "../Reads.ts"
import { prepareSealedBodies } from "../SealedBodies.ts"

/** That no other event of its resource goes before it. */
const isFirst = `NOT EXISTS (
  SELECT 1 FROM subscriber_events AS earlier
   WHERE earlier.partner_id = waiting.partner_id AND earlier.subscriber_id = waiting.subscriber_id
     AND earlier.resource_id = waiting.resource_id
     AND (earlier.version, earlier.event_id) < (waiting.version, waiting.event_id))`

/** What waits for subscribers. */
export const sqliteSubscriberQueue = (
  database: Database.Database,
  reads: Reads
): SubscriberQueue["Service"] => {
  const due = database.prepare(
    `SELECT waiting.*, kept.body FROM subscriber_events AS waiting INDEXED BY subscriber_events_due
       LEFT JOIN webhook_messages AS kept ON kept.partner_id = waiting.partner_id AND kept.id = waiting.event_id
      WHERE waiting.partner_id = ? AND waiting.subscriber_id = ? AND waiting.due_at <= ?
        AND waiting.resource_id NOT IN (SELECT value FROM json_each(?)) AND ${isFirst}
      ORDER BY waiting.due_at, waiting.event_id LIMIT ?`
  )
  const nextDueAt = database
    .prepare(
      `SELECT due_at FROM subscriber_events AS waiting INDEXED BY subscriber_events_due
        WHERE partner_id = ? AND subscriber_id = ? AND ${isFirst} ORDER BY due_at LIMIT 1`
    )
    .pluck()
  const caughtUp = database
    .prepare("SELECT through FROM subscriber_cursors WHERE partner_id = ? AND subscriber_id = ?")
    .pluck()
  const kept = database.prepare(
    "SELECT id, type, created_at, body FROM webhook_messages WHERE partner_id = ? AND id > ? ORDER BY id LIMIT ?"
  )
  const sizes = database.prepare(
    "SELECT subscriber_id, count(*) AS count, min(at) AS oldest_at FROM subscriber_events GROUP BY subscriber_id"
  )
  const bodies = prepareSealedBodies(database)
  const bodyOf = (row: Row): string =>
    bodies.opened({ type: textIn(row, "type") as WebhookEventType, body: textIn(row, "body") })

  return SubscriberQueue.of({
    due: (partnerId, subscriberId, now, limit, besides = new Set()) =>
      reads.readTogether(() =>
        (
          due.all(partnerId, subscriberId, now, JSON.stringify([...besides]), limit) as ReadonlyArray<Row>
        ).map((row) => ({
          event: queuedEventOf(row),
          body: row.body === null ? Option.none() : Option.some(bodyOf(row))
        }))
      ),
    nextDueAt: (partnerId, subscriberId) =>
      reads.read(() => Option.fromUndefinedOr(nextDueAt.get(partnerId, subscriberId) as number | undefined)),
    caughtUp: (partnerId, subscriberId) =>
      reads.read(() => Option.fromUndefinedOr(caughtUp.get(partnerId, subscriberId) as string | undefined)),
    kept: (partnerId, after, limit) =>
      reads.readTogether(() =>
        (kept.all(partnerId, after, limit) as ReadonlyArray<Row>).map(
          (row): KeptMessage => ({
            id: textIn(row, "id"),
            type: textIn(row, "type") as WebhookEventType,
            createdAt: integerIn(row, "created_at"),
            body: bodyOf(row)
          })
        )
      ),
    sizes: reads.read(
      () =>
        new Map(
          (sizes.all() as ReadonlyArray<Row>).map((row) => [
            textIn(row, "subscriber_id"),
            { count: integerIn(row, "count"), oldestAt: integerIn(row, "oldest_at") }
          ])
        )
    )
  })
}
