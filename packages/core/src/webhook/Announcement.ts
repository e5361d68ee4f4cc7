import type { EventRecord } from "../ports/Store.ts"
import type { WebhookEventType } from "../outbox/WebhookEvents.ts"
import { messageBody, type WebhookMessage } from "../outbox/WebhookMessage.ts"
import type { WebhookRecipient } from "./WebhookRecipient.ts"

/**
 * What an event that lands is told as. `object` shows the resource as the API does, after the commit. Without a `recipient`
 * every endpoint of the event's family is told that subscribed to it.
 */
export interface Announcement {
  readonly event: EventRecord["event"]
  readonly type: WebhookEventType
  readonly recipient?: WebhookRecipient
  readonly object: () => object
}

/** The message of an event that lands; it has the id of its record. */
export const messageOf = (record: EventRecord, type: WebhookEventType, object: object): WebhookMessage => {
  const { at, id, partnerId, version } = record
  return { id, partnerId, type, createdAt: at, body: messageBody({ id, type, at, version, object }) }
}
