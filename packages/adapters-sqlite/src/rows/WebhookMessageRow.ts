import type { WebhookMessage } from "@quittance/core"
import type { KeptMessage } from "../SealedBodies.ts"

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
