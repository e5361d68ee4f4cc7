import { integerIn, textIn } from "../concept/cells.ts"
import type { Row } from "../concept/columns.ts"
import type { PartnerId } from "../concept/PartnerId.ts"
import type { Instant } from "../time/Instant.ts"
import type { MessageType } from "./MessageType.ts"

/**
 * An event that waits for one subscriber. It is put there by the commit of the event, as its message is, and taken away
 * by a commit after the subscriber has handled it. So it needs no place in an order of commits, which not every engine
 * has. The order that matters, that of the events about one resource, is that of their versions.
 */
export interface QueuedEvent {
  readonly partnerId: PartnerId
  readonly subscriberId: string
  /** The resource that it is about. */
  readonly resourceId: string
  /** Higher than that of every earlier event about the resource. */
  readonly version: number
  /** The id of the event, which is that of its message. */
  readonly eventId: string
  readonly type: MessageType
  readonly at: Instant
  /** When it is handed over; later events about its resource wait until it was taken. */
  readonly dueAt: Instant
  /** How often it was handed over, and not handled. */
  readonly attempts: number
}

/** The change of what waits for subscribers by a commit. */
export type QueueChange =
  /** It waits from now on. One that waits already stays as it is. */
  | { readonly _tag: "Queued"; readonly partnerId: PartnerId; readonly event: QueuedEvent }
  | { readonly _tag: "Taken"; readonly partnerId: PartnerId; readonly event: QueuedEvent }
  /** It was not handled: `dueAt` and `attempts` are those of the event now. */
  | { readonly _tag: "PutOff"; readonly partnerId: PartnerId; readonly event: QueuedEvent }
  /**
   * A subscriber from the start got the messages that were kept before it, in the order of ids, up to this one, or
   * `all`. It begins at the empty one, unless it began before.
   */
  | {
      readonly _tag: "CaughtUp"
      readonly partnerId: PartnerId
      readonly subscriberId: string
      readonly through: string
    }
  /** Nothing of this partner waits for the subscriber any more. */
  | { readonly _tag: "Forgotten"; readonly partnerId: PartnerId; readonly subscriberId: string }

/** Decodes a row of the queue. */
export const queuedEventOf = (row: Row): QueuedEvent => ({
  partnerId: textIn(row, "partner_id"),
  subscriberId: textIn(row, "subscriber_id"),
  resourceId: textIn(row, "resource_id"),
  version: integerIn(row, "version"),
  eventId: textIn(row, "event_id"),
  type: textIn(row, "type") as MessageType,
  at: integerIn(row, "at"),
  dueAt: integerIn(row, "due_at"),
  attempts: integerIn(row, "attempts")
})

const queueTags: ReadonlySet<string> = new Set<QueueChange["_tag"]>([
  "Queued",
  "Taken",
  "PutOff",
  "CaughtUp",
  "Forgotten"
])

export const isQueueChange = (change: { readonly _tag: string }): change is QueueChange =>
  queueTags.has(change._tag)
