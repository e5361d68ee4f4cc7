import type { OutboxChange } from "@quittance/core"
import type Database from "better-sqlite3"
import { insertWebhookMessageSql, webhookMessageColumns } from "../rows/WebhookMessageRow.ts"

/** Messages: those that wait to be fanned out, and the end of those that retention erases. */
export interface OutboxTables {
  readonly write: (change: OutboxChange) => void
  /** To be called after everything else of the commit: what the commit itself makes wait stays. */
  readonly erase: (message: { readonly partnerId: string; readonly messageId: string }) => void
}

export const prepareOutbox = (database: Database.Database): OutboxTables => {
  const keep = database.prepare(insertWebhookMessageSql)
  const queue = database.prepare(
    "INSERT INTO webhook_outbox (partner_id, message_id, through) VALUES (?, ?, '')"
  )
  const reach = database.prepare(
    "UPDATE webhook_outbox SET through = ? WHERE partner_id = ? AND message_id = ?"
  )
  const leave = database.prepare("DELETE FROM webhook_outbox WHERE partner_id = ? AND message_id = ?")
  const eraseMessage = database.prepare(
    `DELETE FROM webhook_messages WHERE partner_id = @partnerId AND id = @messageId
       AND NOT EXISTS (SELECT 1 FROM webhook_outbox WHERE partner_id = @partnerId AND message_id = @messageId)
       AND NOT EXISTS (SELECT 1 FROM webhook_deliveries INDEXED BY webhook_deliveries_by_event
                        WHERE partner_id = @partnerId AND event_id = @messageId AND state = 'pending')`
  )
  const eraseDeliveries = database.prepare(
    `DELETE FROM webhook_deliveries INDEXED BY webhook_deliveries_by_event WHERE partner_id = ? AND event_id = ?`
  )

  return {
    write: (change) => {
      switch (change._tag) {
        case "Posted": {
          const { id, partnerId } = change.message
          keep.run(...webhookMessageColumns(change.message))
          if (change.fanOut === "queued") queue.run(partnerId, id)
          return
        }
        case "FannedOut": {
          const { messageId, partnerId, through } = change
          if (through === "all") leave.run(partnerId, messageId)
          else reach.run(through, partnerId, messageId)
          return
        }
      }
    },

    erase: ({ messageId, partnerId }) => {
      if (eraseMessage.run({ partnerId, messageId }).changes === 1) eraseDeliveries.run(partnerId, messageId)
    }
  }
}
