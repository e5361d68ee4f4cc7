import type { WaitingMessage, WebhookEventType, WebhookMessage } from "@quittance/core"
import type { KeptMessage } from "../SealedBodies.ts"
import { integer, type Row, text } from "./columns.ts"

/** A waiting message, as a row of `webhook_outbox` joined with its row of `webhook_messages`. */
export const waitingMessageOf = (row: Row): WaitingMessage => ({
  message: {
    id: text(row, "id"),
    partnerId: text(row, "partner_id"),
    type: text(row, "type") as WebhookEventType,
    createdAt: integer(row, "created_at")
  },
  through: text(row, "through")
})

export const insertWebhookMessageSql =
  "INSERT INTO webhook_messages (partner_id, id, type, created_at, body, resource_id) VALUES (?, ?, ?, ?, ?, ?)"

export const webhookMessageColumns = (message: WebhookMessage, kept: KeptMessage): ReadonlyArray<unknown> => [
  message.partnerId,
  message.id,
  message.type,
  message.createdAt,
  kept.body,
  kept.resourceId
]
