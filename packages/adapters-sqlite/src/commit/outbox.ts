import {
  type Erasure,
  isQueueChange,
  listCountChanges,
  type OutboxChange,
  type Row,
  type WebhookMessage,
  webhookDeliveryOf
} from "@quittance/core/adapter"
import type Database from "better-sqlite3"
import type { ListCounts } from "../lists/ListCounts.ts"
import { type KeptBody, type KeptMessage, prepareSealedBodies } from "../SealedBodies.ts"
import { prepareSubscriberEvents } from "./subscriberEvents.ts"

const insertWebhookMessageSql =
  "INSERT INTO webhook_messages (partner_id, id, type, created_at, body, resource_id) VALUES (?, ?, ?, ?, ?, ?)"

const webhookMessageColumns = (message: WebhookMessage, kept: KeptMessage): ReadonlyArray<unknown> => [
  message.partnerId,
  message.id,
  message.type,
  message.createdAt,
  kept.body,
  kept.resourceId
]

/** Messages: those waiting for fan-out, and the deletion of those that retention erases. */
export interface OutboxTables {
  readonly write: (changes: ReadonlyArray<OutboxChange>) => void
  /** Call after everything else of the commit: messages that the commit itself leaves waiting stay. */
  readonly erase: (erasures: ReadonlyArray<Erasure>) => void
}

export const prepareOutbox = (database: Database.Database, counts: ListCounts): OutboxTables => {
  const keep = database.prepare(insertWebhookMessageSql)
  const queue = database.prepare(
    "INSERT INTO webhook_outbox (partner_id, message_id, through) VALUES (?, ?, '')"
  )
  const reach = database.prepare(
    "UPDATE webhook_outbox SET through = ? WHERE partner_id = ? AND message_id = ?"
  )
  // A fan-out completes hundreds of messages at once.
  const leave = database.prepare(
    "DELETE FROM webhook_outbox WHERE partner_id = ? AND message_id IN (SELECT value FROM json_each(?))"
  )
  const eraseMessage = database.prepare(
    `DELETE FROM webhook_messages WHERE partner_id = @partnerId AND id = @messageId
       AND NOT EXISTS (SELECT 1 FROM webhook_outbox WHERE partner_id = @partnerId AND message_id = @messageId)
       AND NOT EXISTS (SELECT 1 FROM webhook_deliveries INDEXED BY webhook_deliveries_by_event
                        WHERE partner_id = @partnerId AND event_id = @messageId AND state = 'pending')
      RETURNING type, body`
  )
  const eraseDeliveries = database.prepare(
    `DELETE FROM webhook_deliveries INDEXED BY webhook_deliveries_by_event WHERE partner_id = ? AND event_id = ?
      RETURNING *`
  )
  const bodies = prepareSealedBodies(database)
  const changeQueue = prepareSubscriberEvents(database)

  return {
    write: (changes) => {
      for (const change of changes) {
        if (change._tag === "Posted") {
          const { message } = change
          keep.run(...webhookMessageColumns(message, bodies.kept(message)))
          if (change.fanOut === "queued") queue.run(message.partnerId, message.id)
        } else if (isQueueChange(change)) {
          changeQueue(change)
        } else if (change.through !== "all") {
          reach.run(change.through, change.partnerId, change.messageId)
        }
      }
      const leaving = changes.filter(isWhole)
      const [first] = leaving
      if (first === undefined) return
      leave.run(first.partnerId, JSON.stringify(leaving.map(({ messageId }) => messageId)))
    },

    erase: (erasures) => {
      for (const erasure of erasures) {
        if (erasure._tag !== "WebhookMessage") continue
        const { messageId, partnerId } = erasure
        const erased = eraseMessage.get({ partnerId, messageId }) as KeptBody | undefined
        if (erased === undefined) continue
        bodies.destroy(erased)
        for (const row of eraseDeliveries.all(partnerId, messageId) as ReadonlyArray<Row>) {
          counts.note(listCountChanges({ _tag: "WebhookDelivery", previous: webhookDeliveryOf(row) }))
        }
      }
    }
  }
}

type FannedOut = Extract<OutboxChange, { readonly _tag: "FannedOut" }>

const isWhole = (change: OutboxChange): change is FannedOut =>
  change._tag === "FannedOut" && change.through === "all"
