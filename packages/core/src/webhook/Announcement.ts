import type { EventRecord } from "../ports/Store.ts"
import type { WebhookEventType } from "../outbox/WebhookEvents.ts"
import { messageBody, type WebhookMessage } from "../outbox/WebhookMessage.ts"
import type { WebhookRecipient } from "./WebhookRecipient.ts"

/**
 * How an event is announced to webhooks. `object` is the resource as the API shows it, after the commit.
 * Without a `recipient`, every endpoint of the event's family that subscribed to it gets the event.
 */
export interface Announcement {
  readonly event: EventRecord["event"]
  readonly type: WebhookEventType
  readonly recipient?: WebhookRecipient
  readonly object: () => object
}

/** The message of a committed event; it has the id of the event record. */
export const messageOf = (record: EventRecord, type: WebhookEventType, object: object): WebhookMessage => {
  const { at, id, partnerId, version } = record
  return { id, partnerId, type, createdAt: at, body: messageBody({ id, type, at, version, object }) }
}
