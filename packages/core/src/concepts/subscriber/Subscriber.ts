import { Schema } from "effect"
import { record } from "../../kernel/concept/Concept.ts"
import type { RecordOf } from "../../kernel/concept/Definition.ts"
import { flag, instant, oneOf, optional, packed, text } from "../../kernel/concept/Field.ts"
import type { Instant } from "../../kernel/time/Instant.ts"
import { accountWebhookEvents, fiatWebhookEvents, type WebhookEventType } from "../webhook/WebhookEvents.ts"

/** From where on a new subscriber gets events: from its registration, or the oldest that the store keeps. */
export const subscriberStarts = ["now", "start"] as const
export type SubscriberStart = (typeof subscriberStarts)[number]

/**
 * Somebody of the host's own processes who gets events of all partners, by a name that outlives the process. From its
 * registration on, every commit queues for it the events that it wants. It owns itself, as a partner does.
 */
export const subscriber = record({
  name: "Subscriber",
  noun: "subscriber",
  table: "subscribers",
  fixed: {
    /** Follows from its name. */
    id: text,
    createdAt: instant
  },
  changing: {
    events: packed<ReadonlyArray<WebhookEventType>>(
      Schema.Array(Schema.Literals([...fiatWebhookEvents, ...accountWebhookEvents]))
    ),
    startsFrom: oneOf(subscriberStarts),
    /** Whether what was kept before it is about to be queued for every partner: only then it gets anything. */
    isJoined: flag,
    /** Since when the hold of the store lasted that it was told of last; none if it never was. */
    toldOfHold: optional(instant),
    /** Of the last hold that was released before it was told of it; it is told later. */
    owedHold: optional(instant),
    /** Nothing is queued for it any more. It may register again. */
    removedAt: optional(instant),
    updatedAt: instant
  },
  indexes: {
    /** Tells every commit who is to have its events queued. */
    listening: { on: ["id"], where: { unset: ["removedAt"] }, across: "operators" }
  }
})

export interface Subscriber extends RecordOf<typeof subscriber> {}

export type SubscriberEvent =
  | {
      readonly _tag: "SubscriberRegistered"
      readonly events: ReadonlyArray<WebhookEventType>
      readonly startsFrom: SubscriberStart
      readonly at: Instant
    }
  | { readonly _tag: "SubscriberJoined"; readonly at: Instant }
  | { readonly _tag: "SubscriberOwed"; readonly hold: Instant; readonly at: Instant }
  | { readonly _tag: "SubscriberTold"; readonly hold: Instant; readonly at: Instant }
  | { readonly _tag: "SubscriberRemoved"; readonly at: Instant }

declare module "../../kernel/ports/Store.ts" {
  interface StatesByConcept {
    readonly Subscriber: Subscriber
  }
  interface EventsByConcept {
    readonly Subscriber: SubscriberEvent
  }
}
