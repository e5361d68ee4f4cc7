import {
  earlierAttemptsOf,
  integerIn,
  invariant,
  listedDeliveryColumns,
  listeningSubscriberOf,
  type PendingDelivery,
  type Row,
  textIn,
  type Versioned,
  WebhookReader,
  waitingMessageOf,
  webhookDeliveryOf
} from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import type { Partners } from "../commit/BulkRows.ts"
import type { Connections } from "../connect/Connections.ts"
import { keyedReads, sharedRead } from "./sharedReads.ts"
import { partnerOfStatement } from "./stateStatements.ts"

/** Those of the host, who are few; in their order, so that the index has them. */
const listeningSubscribers =
  "SELECT id, events FROM subscribers WHERE removed_at IS NULL ORDER BY id LIMIT 1000"
const asJson = `(SELECT json_agg(found) FROM (${listeningSubscribers}) AS found)`

const isListened = (partner: string, family: string): string =>
  `EXISTS (SELECT 1 FROM webhook_endpoints WHERE partner_id = ${partner} AND family = ${family} AND state IN ('enabled'))`

/** Everybody who is told, in one question. */
const listeners = {
  name: "listeners",
  text: `SELECT ${isListened("$1", "$2")} AS endpoints, ${asJson} AS subscribers`
}
const eachListeners = {
  name: "each of listeners",
  text: `SELECT keys.asked, ${isListened("keys.first", "keys.second")} AS endpoints, ${asJson} AS subscribers
    FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS keys (first, second, asked)`
}
/** The same where the rows of partners are on different machines: each part by itself. */
const listens = { name: "listens", text: `SELECT ${isListened("$1", "$2")} AS endpoints` }
const subscribersThatListen = { name: "subscribers that listen", text: listeningSubscribers }

const disabledCount = {
  name: "count of disabled webhooks",
  text: `SELECT count(*) FROM webhook_endpoints
    WHERE cause IN ('gone', 'failing') AND family IN ('fiat', 'transit')`
}

// Each message is looked up separately: with a join, all messages of the partner might be read. LIMIT prevents the
// join.

const waiting = {
  name: "messages that wait",
  text: `SELECT kept.partner_id, kept.id, kept.type, kept.created_at, waiting.through
    FROM webhook_outbox AS waiting CROSS JOIN LATERAL (
      SELECT * FROM webhook_messages WHERE partner_id = $1 AND id = waiting.message_id LIMIT 1) AS kept
   WHERE waiting.partner_id = $1 ORDER BY waiting.message_id LIMIT $2`
}

const delivery = {
  name: "delivery",
  text: "SELECT * FROM webhook_deliveries WHERE partner_id = $1 AND id = $2"
}

const message = {
  name: "message",
  text: "SELECT body FROM webhook_messages WHERE partner_id = $1 AND id = $2"
}

const due = {
  name: "deliveries that are due",
  text: `SELECT due.*, kept.body FROM webhook_deliveries AS due CROSS JOIN LATERAL (
      SELECT body FROM webhook_messages WHERE partner_id = $1 AND id = due.event_id LIMIT 1) AS kept
   WHERE due.state = 'pending' AND due.partner_id = $1 AND due.endpoint_id = $2 AND due.due_at <= $3
     AND due.id <> ALL($5::text[])
   ORDER BY due.due_at, due.id LIMIT $4`
}

const besides = {
  name: "deliveries of other events",
  text: `SELECT * FROM webhook_deliveries
    WHERE partner_id = $1 AND endpoint_id = $2 AND state = 'pending' AND type <> ALL($3::text[])
    ORDER BY created_at, id LIMIT $4`
}

const nextDueAt = {
  name: "when a delivery is due",
  text: `SELECT due_at FROM webhook_deliveries
    WHERE state = 'pending' AND partner_id = $1 AND endpoint_id = $2 ORDER BY due_at LIMIT 1`
}

const backlog = {
  name: "backlog of webhooks",
  text: `SELECT endpoint_id, count(*) AS pending FROM webhook_deliveries
    WHERE state = 'pending' AND partner_id = $1 GROUP BY endpoint_id`
}

const about = {
  name: "messages about a resource",
  text: "SELECT id FROM webhook_messages WHERE partner_id = $1 AND resource_id = $2 ORDER BY id"
}

const ofEvents = {
  name: "deliveries of events",
  text: `SELECT ${listedDeliveryColumns.join(", ")} FROM webhook_deliveries
    WHERE partner_id = $1 AND event_id = ANY($2::text[]) ORDER BY created_at DESC, id DESC LIMIT $3`
}

/** A pending delivery is searched for only if a message is old: there are few of them. */
const finishedBefore = {
  name: "finished messages",
  text: `SELECT id FROM webhook_messages AS kept WHERE partner_id = $1 AND created_at < $2
     AND NOT EXISTS (SELECT 1 FROM webhook_outbox WHERE partner_id = $1 AND message_id = kept.id)
     AND NOT EXISTS (SELECT 1 FROM webhook_deliveries
                      WHERE partner_id = $1 AND event_id = kept.id AND state = 'pending')
   ORDER BY created_at, id LIMIT $3`
}

/** The outbox of webhooks and their deliveries. */
export const postgresWebhookReader = (
  connections: Connections,
  partners: Partners
): WebhookReader["Service"] => {
  const partnerOf = partnerOfStatement("webhook_deliveries", partners)
  const listening = keyedReads(connections, partners, {
    one: partners === "one" ? listens : listeners,
    each: eachListeners
  })
  const subscribers = sharedRead(connections, subscribersThatListen)
  return WebhookReader.of({
    listeners: (partnerId, family) =>
      partners === "one"
        ? Effect.zipWith(listening([partnerId, family]), subscribers, ([row = {}], found) => ({
            endpoints: row.endpoints === true,
            subscribers: found.map(listeningSubscriberOf)
          }))
        : Effect.map(listening([partnerId, family]), ([row = {}]) => ({
            endpoints: row.endpoints === true,
            subscribers: ((row.subscribers ?? []) as ReadonlyArray<Row>).map(listeningSubscriberOf)
          })),
    disabledCount: Effect.map(connections.read(disabledCount, []), ([row = {}]) => integerIn(row, "count")),
    waiting: (partnerId, limit) =>
      Effect.map(connections.read(waiting, [partnerId, limit]), (rows) => rows.map(waitingMessageOf)),
    delivery: (partnerId, id) =>
      Effect.map(connections.read(delivery, [partnerId, id]), ([row]) =>
        Option.map(Option.fromUndefinedOr(row), versionedDeliveryOf)
      ),
    body: (partnerId, messageId) =>
      Effect.map(connections.read(message, [partnerId, messageId]), ([row]) =>
        Option.map(Option.fromUndefinedOr(row), (found) => textIn(found, "body"))
      ),
    partnerOfDelivery: (id) =>
      Effect.map(connections.read(partnerOf, [id]), ([row]) =>
        Option.map(Option.fromUndefinedOr(row), (found) => textIn(found, "partner_id"))
      ),
    due: (partnerId, endpointId, now, limit, besides = new Set()) =>
      Effect.map(connections.read(due, [partnerId, endpointId, now, limit, [...besides]]), (rows) =>
        rows.map((row) => ({ ...pendingOf(row), body: textIn(row, "body") }))
      ),
    pendingBesides: (partnerId, endpointId, events, limit) =>
      Effect.map(connections.read(besides, [partnerId, endpointId, events, limit]), (rows) =>
        rows.map(pendingOf)
      ),
    nextDueAt: (partnerId, endpointId) =>
      Effect.map(connections.read(nextDueAt, [partnerId, endpointId]), ([row]) =>
        Option.map(Option.fromUndefinedOr(row), (found) => integerIn(found, "due_at"))
      ),
    backlog: (partnerId) =>
      Effect.map(
        connections.read(backlog, [partnerId]),
        (rows) => new Map(rows.map((row) => [textIn(row, "endpoint_id"), integerIn(row, "pending")]))
      ),
    messagesAbout: (partnerId, resourceId) =>
      Effect.map(connections.read(about, [partnerId, resourceId]), idsOf),
    deliveriesOf: (partnerId, eventIds, limit) =>
      Effect.map(connections.read(ofEvents, [partnerId, eventIds, limit]), (rows) =>
        rows.map((row) => webhookDeliveryOf(row))
      ),
    finishedBefore: (partnerId, before, limit) =>
      Effect.map(connections.read(finishedBefore, [partnerId, before, limit]), idsOf)
  })
}

const versionedDeliveryOf = (row: Row) => ({
  state: webhookDeliveryOf(
    row,
    typeof row.earlier_attempts === "string" ? earlierAttemptsOf(row.earlier_attempts) : []
  ),
  version: integerIn(row, "version")
})

const pendingOf = (row: Row): Versioned<PendingDelivery> => {
  const { state, version } = versionedDeliveryOf(row)
  invariant(state._tag === "pending", "only pending deliveries were asked for")
  return { state, version }
}

const idsOf = (rows: ReadonlyArray<Row>): ReadonlyArray<string> => rows.map((row) => textIn(row, "id"))
