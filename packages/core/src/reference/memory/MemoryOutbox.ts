import type { PartnerId } from "../../kernel/concept/PartnerId.ts"
import { isQueueChange } from "../../kernel/outbox/QueuedEvent.ts"
import type { OutboxChange, WebhookMessage } from "../../kernel/outbox/WebhookMessage.ts"
import { changeQueue } from "./MemoryQueue.ts"
import type { MemoryState } from "./MemoryState.ts"

/** Messages in memory: kept until retention ends, in the outbox until they are fanned out. */

export const changeOutbox = (state: MemoryState, change: OutboxChange): void => {
  if (isQueueChange(change)) {
    changeQueue(state, change)
    return
  }
  switch (change._tag) {
    case "Posted":
      state.webhookMessages.set(change.message.id, change.message)
      if (change.fanOut === "queued") state.outbox.set(change.message.id, "")
      return
    case "FannedOut":
      if (!state.outbox.has(change.messageId)) return
      if (state.webhookMessages.get(change.messageId)?.partnerId !== change.partnerId) return
      if (change.through === "all") state.outbox.delete(change.messageId)
      else state.outbox.set(change.messageId, change.through)
      return
  }
}

/** Fanned out, and every delivery of it has ended. */
export const isFinished = (state: MemoryState, { id }: WebhookMessage): boolean =>
  !state.outbox.has(id) &&
  ![...state.aggregates.WebhookDelivery.values()].some(
    ({ state: delivery }) => delivery.order.eventId === id && delivery._tag === "pending"
  )

/** Asked after everything else of the commit is written: what the commit itself makes wait stays. */
export const eraseMessage = (state: MemoryState, partnerId: PartnerId, messageId: string): void => {
  const message = state.webhookMessages.get(messageId)
  if (message === undefined || message.partnerId !== partnerId || !isFinished(state, message)) return
  state.webhookMessages.delete(messageId)
  for (const [id, delivery] of state.aggregates.WebhookDelivery) {
    if (delivery.state.order.eventId === messageId) state.aggregates.WebhookDelivery.delete(id)
  }
}
