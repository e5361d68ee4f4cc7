import { isQueueChange, mayBePersonal, type OutboxChange, resourceIdOf } from "@quittance/core/adapter"
import { Option } from "effect"
import type { Call } from "../connect/Connections.ts"
import {
  BulkRows,
  bigints,
  bulkStatement,
  insertStatement,
  isMeant,
  type Partners,
  texts
} from "./BulkRows.ts"
import { SubscriberRows } from "./subscriberEvents.ts"

const messageKey = texts("message_id")

const keep = insertStatement("webhook_messages", [
  ...texts("id", "type"),
  ...bigints("created_at"),
  ...texts("body", "resource_id")
])
const queue = insertStatement("webhook_outbox", [...messageKey, ...texts("through")])
const reach = bulkStatement(
  "reach webhook_outbox",
  [...messageKey, ...texts("through")],
  (relation) =>
    `UPDATE webhook_outbox SET through = i.through FROM ${relation.rows}
       WHERE ${isMeant("webhook_outbox", messageKey, relation)}`
)
const leave = bulkStatement(
  "leave webhook_outbox",
  messageKey,
  (relation) =>
    `DELETE FROM webhook_outbox USING ${relation.rows} WHERE ${isMeant("webhook_outbox", messageKey, relation)}`
)

/** Messages that a group posts, and how far it fanned others out. */
export class OutboxRows {
  readonly #kept = new BulkRows(keep)
  readonly #queued = new BulkRows(queue)
  readonly #reached = new BulkRows(reach)
  readonly #left = new BulkRows(leave)
  readonly #subscribers = new SubscriberRows()

  add(change: OutboxChange): void {
    if (isQueueChange(change)) {
      this.#subscribers.add(change)
      return
    }
    if (change._tag === "FannedOut") {
      const { messageId, partnerId, through } = change
      if (through === "all") this.#left.add(partnerId, [messageId])
      else this.#reached.add(partnerId, [messageId, through])
      return
    }
    const { body, createdAt, id, partnerId, type } = change.message
    const resourceId = mayBePersonal(change.message) ? Option.getOrNull(resourceIdOf(body)) : null
    this.#kept.add(partnerId, [id, type, createdAt, body, resourceId])
    if (change.fanOut === "queued") this.#queued.add(partnerId, [id, ""])
  }

  calls(partners: Partners): ReadonlyArray<Call> {
    return [this.#kept, this.#queued, this.#reached, this.#left, this.#subscribers].flatMap((rows) =>
      rows.calls(partners)
    )
  }
}
