import { type Besides, messageBody, type WebhookMessage } from "../../kernel/outbox/WebhookMessage.ts"
import type { EventRecord } from "../../kernel/ports/Store.ts"
import type { WebhookEventType } from "./WebhookEvents.ts"
import type { WebhookRecipient } from "./WebhookRecipient.ts"

/**
 * How an event is announced to webhooks. `object` is the resource as the API shows it, after the commit.
 * Without a `recipient`, every endpoint of the event's family that subscribed to it gets the event.
 */
export interface Announcement {
  readonly event: EventRecord["event"]
  readonly type: WebhookEventType
  readonly recipient?: WebhookRecipient
  readonly object: () => { readonly id: string }
  /** What the event says besides the resource, by name. */
  readonly besides?: () => Besides
  /**
   * By how much the version that is told is ahead of the resource's. Of the events about one resource no two have the
   * same, and later ones have higher ones: each event that a commit announces beyond the first uses up one more.
   */
  readonly versionsAhead?: number
}

/** The message of a committed event; it has the id of the event record. */
export const messageOf = (
  record: EventRecord,
  type: WebhookEventType,
  object: object,
  { besides, versionsAhead = 0 }: Pick<Announcement, "besides" | "versionsAhead"> = {}
): WebhookMessage => {
  const { at, id, partnerId } = record
  const version = record.version + versionsAhead
  const body = messageBody({ id, type, at, version, object, besides: besides?.() })
  return { id, partnerId, type, createdAt: at, body }
}
