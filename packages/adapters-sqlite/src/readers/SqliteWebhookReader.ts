import {
  type DeliveryAttempt,
  type DueDelivery,
  integerIn,
  invariant,
  type Listeners,
  listedDeliveryColumns,
  listeningSubscriberOf,
  type PendingDelivery,
  type Row,
  textIn,
  type Versioned,
  type WebhookEventType,
  WebhookReader,
  waitingMessageOf,
  webhookDeliveryOf
} from "@quittance/core/adapter"
import type Database from "better-sqlite3"
import { Option } from "effect"
import { prepareEarlierAttempts } from "../EarlierAttempts.ts"
import type { Reads } from "../Reads.ts"
import { type KeptBody, prepareSealedBodies } from "../SealedBodies.ts"
import { partnerOfSql } from "./stateSql.ts"

/** The outbox of webhooks and their deliveries. What every commit and every delivery asks is one seek of an index. */
export const sqliteWebhookReader = (database: Database.Database, reads: Reads): WebhookReader["Service"] => {
  // Each index is named: left to itself SQLite prefers to walk all rows of a partner.
  // Every commit that announces asks, so it is one step of one statement: a bit for endpoints, and one for subscribers.
  const listens = database
    .prepare(
      `SELECT EXISTS (SELECT 1 FROM webhook_endpoints INDEXED BY webhook_endpoints_enabled
          WHERE partner_id = ? AND family = ? AND state = 'enabled')
        + 2 * EXISTS (SELECT 1 FROM subscribers INDEXED BY subscribers_listening WHERE removed_at IS NULL)`
    )
    .pluck()
  const subscribers = database.prepare(
    "SELECT id, events FROM subscribers INDEXED BY subscribers_listening WHERE removed_at IS NULL"
  )
  const disabledCount = database
    .prepare(
      `SELECT count(*) FROM webhook_endpoints INDEXED BY webhook_endpoints_disabled
        WHERE cause IN ('gone', 'failing') AND family IN ('fiat', 'transit')`
    )
    .pluck()
  const waiting = database.prepare(
    `SELECT kept.partner_id, kept.id, kept.type, kept.created_at, waiting.through
       FROM webhook_outbox AS waiting
       CROSS JOIN webhook_messages AS kept ON kept.partner_id = waiting.partner_id AND kept.id = waiting.message_id
      WHERE waiting.partner_id = ? ORDER BY waiting.message_id LIMIT ?`
  )
  const delivery = database.prepare("SELECT * FROM webhook_deliveries WHERE partner_id = ? AND id = ?")
  const message = database.prepare("SELECT type, body FROM webhook_messages WHERE partner_id = ? AND id = ?")
  const partnerOf = database.prepare(partnerOfSql("webhook_deliveries")).pluck()
  // The index has the ids, so those that the caller has are passed over without their rows and bodies.
  const due = database.prepare(
    `SELECT due.*, kept.body FROM webhook_deliveries AS due INDEXED BY webhook_deliveries_due
       CROSS JOIN webhook_messages AS kept ON kept.partner_id = due.partner_id AND kept.id = due.event_id
      WHERE due.state = 'pending' AND due.partner_id = ? AND due.endpoint_id = ? AND due.due_at <= ?
        AND due.id NOT IN (SELECT value FROM json_each(?))
      ORDER BY due.due_at, due.id LIMIT ?`
  )
  // The index has the events, so those that stay are passed over without their rows.
  const besides = database.prepare(
    `SELECT * FROM webhook_deliveries INDEXED BY webhook_deliveries_listed
      WHERE partner_id = ? AND endpoint_id = ? AND state = 'pending'
        AND type NOT IN (SELECT value FROM json_each(?)) ORDER BY created_at, id LIMIT ?`
  )
  const nextDueAt = database
    .prepare(
      `SELECT due_at FROM webhook_deliveries INDEXED BY webhook_deliveries_due
        WHERE state = 'pending' AND partner_id = ? AND endpoint_id = ? ORDER BY due_at LIMIT 1`
    )
    .pluck()
  const backlog = database.prepare(
    `SELECT endpoint_id, count(*) AS pending FROM webhook_deliveries INDEXED BY webhook_deliveries_due
      WHERE state = 'pending' AND partner_id = ? GROUP BY endpoint_id`
  )
  const about = database
    .prepare(
      `SELECT id FROM webhook_messages INDEXED BY webhook_messages_about
        WHERE partner_id = ? AND resource_id = ? ORDER BY id`
    )
    .pluck()
  const ofEvents = database.prepare(
    `SELECT ${listedDeliveryColumns.join(", ")} FROM webhook_deliveries INDEXED BY webhook_deliveries_by_event
      WHERE partner_id = ? AND event_id IN (SELECT value FROM json_each(?))
      ORDER BY created_at DESC, id DESC LIMIT ?`
  )
  const bodies = prepareSealedBodies(database)
  const earlier = prepareEarlierAttempts(database)
  // A pending delivery is looked for only where a message is old: there are few of them.
  const finishedBefore = database
    .prepare(
      `SELECT id FROM webhook_messages AS kept INDEXED BY webhook_messages_by_age
        WHERE partner_id = @partnerId AND created_at < @before
          AND NOT EXISTS (SELECT 1 FROM webhook_outbox WHERE partner_id = @partnerId AND message_id = kept.id)
          AND NOT EXISTS (SELECT 1 FROM webhook_deliveries INDEXED BY webhook_deliveries_by_event
                           WHERE partner_id = @partnerId AND event_id = kept.id AND state = 'pending')
        ORDER BY created_at, id LIMIT @limit`
    )
    .pluck()

  return WebhookReader.of({
    listeners: (partnerId, family) =>
      reads.read(() => {
        const found = Number(listens.get(partnerId, family))
        if (found < 2) return found === 0 ? nobody : onlyEndpoints
        const all = subscribers.all() as ReadonlyArray<Row>
        return { endpoints: found === 3, subscribers: all.map(listeningSubscriberOf) }
      }),
    disabledCount: reads.read(() => Number(disabledCount.get())),
    waiting: (partnerId, limit) =>
      reads.read(() => (waiting.all(partnerId, limit) as ReadonlyArray<Row>).map(waitingMessageOf)),
    delivery: (partnerId, id) =>
      reads.read(() =>
        Option.map(Option.fromUndefinedOr(delivery.get(partnerId, id) as Row | undefined), (row) => ({
          state: webhookDeliveryOf(row, earlier.opened(row)),
          version: integerIn(row, "version")
        }))
      ),
    body: (partnerId, messageId) =>
      reads.readTogether(() =>
        Option.map(Option.fromUndefinedOr(message.get(partnerId, messageId) as Row | undefined), (row) =>
          bodies.opened(keptBodyOf(row))
        )
      ),
    partnerOfDelivery: (id) =>
      reads.read(() => Option.fromUndefinedOr(partnerOf.get(id) as string | undefined)),
    due: (partnerId, endpointId, now, limit, besides = new Set()) =>
      reads.readTogether(() =>
        (due.all(partnerId, endpointId, now, JSON.stringify([...besides]), limit) as ReadonlyArray<Row>).map(
          (row) => dueDeliveryOf(row, bodies.opened(keptBodyOf(row)), earlier.opened(row))
        )
      ),
    pendingBesides: (partnerId, endpointId, events, limit) =>
      reads.readTogether(() =>
        (besides.all(partnerId, endpointId, JSON.stringify(events), limit) as ReadonlyArray<Row>).map((row) =>
          pendingOf(row, earlier.opened(row))
        )
      ),
    nextDueAt: (partnerId, endpointId) =>
      reads.read(() => Option.fromUndefinedOr(nextDueAt.get(partnerId, endpointId) as number | undefined)),
    backlog: (partnerId) =>
      reads.read(
        () =>
          new Map(
            (backlog.all(partnerId) as ReadonlyArray<Row>).map((row) => [
              textIn(row, "endpoint_id"),
              integerIn(row, "pending")
            ])
          )
      ),
    messagesAbout: (partnerId, resourceId) =>
      reads.read(() => about.all(partnerId, resourceId) as ReadonlyArray<string>),
    deliveriesOf: (partnerId, eventIds, limit) =>
      reads.read(() =>
        (ofEvents.all(partnerId, JSON.stringify(eventIds), limit) as ReadonlyArray<Row>).map((row) =>
          webhookDeliveryOf(row)
        )
      ),
    finishedBefore: (partnerId, before, limit) =>
      reads.read(() => finishedBefore.all({ partnerId, before, limit }) as ReadonlyArray<string>)
  })
}

const nobody: Listeners = { endpoints: false, subscribers: [] }
const onlyEndpoints: Listeners = { endpoints: true, subscribers: [] }

const keptBodyOf = (row: Row): KeptBody => ({
  type: textIn(row, "type") as WebhookEventType,
  body: textIn(row, "body")
})

const dueDeliveryOf = (
  row: Row,
  body: string,
  earlierAttempts: ReadonlyArray<DeliveryAttempt>
): DueDelivery => ({ ...pendingOf(row, earlierAttempts), body })

const pendingOf = (row: Row, earlierAttempts: ReadonlyArray<DeliveryAttempt>): Versioned<PendingDelivery> => {
  const state = webhookDeliveryOf(row, earlierAttempts)
  invariant(state._tag === "pending", "only pending deliveries were asked for")
  return { state, version: integerIn(row, "version") }
}
