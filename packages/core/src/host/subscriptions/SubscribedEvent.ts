import { Option, Schema } from "effect"
import type { DueEvent } from "../../concepts/subscriber/SubscriberQueue.ts"
import type { WebhookEventType } from "../../concepts/webhook/WebhookEvents.ts"
import { instantView } from "../../kernel/money/Money.ts"
import type { Hold } from "../../kernel/ports/StoreHold.ts"
import type { webhookTopics } from "../../store/topics.ts"

type Topics = typeof webhookTopics

/** What an event of this type tells: the resource as it was after the commit, and what belongs to the event alone. */
export type EventContent<Type extends WebhookEventType> = {
  readonly object: ReturnType<Topics[Type]["sample"]>
} & ReturnType<Topics[Type]["sampleBesides"]>

/** An event as a subscriber gets it: the body of its webhook, and its partner. */
export type SubscribedEvent<Type extends WebhookEventType> = Type extends WebhookEventType
  ? {
      /** The same whenever the event comes again: what was handled under it before can be left out. */
      readonly id: string
      readonly type: Type
      /** When it happened, in ISO 8601. */
      readonly createdAt: string
      /** Higher than that of every earlier event about the same resource. */
      readonly version: number
      readonly partnerId: string
      readonly data: EventContent<Type>
    }
  : never

/** Something that a subscriber did not get, and does not get any more. */
export type SubscriptionGap =
  /**
   * The content of an event was erased before it was handled, because its retention ended or a person's data had to
   * go.
   */
  | {
      readonly _tag: "Erased"
      readonly id: string
      readonly type: WebhookEventType
      readonly createdAt: string
      readonly version: number
      readonly partnerId: string
      /** The id of the resource, which can be read. */
      readonly resourceId: string
    }
  /**
   * The store was put on hold at this instant, because it may be an older copy: what happened after that copy is
   * missing, also what the subscriber has got of it, and what it got since the copy may come again.
   */
  | { readonly _tag: "Restored"; readonly since: string; readonly reason: string }

export const restoredGap = ({ reason, since }: Hold): SubscriptionGap => ({
  _tag: "Restored",
  since: instantView(since),
  reason
})

export const erasedGap = ({ event }: DueEvent): SubscriptionGap => ({
  _tag: "Erased",
  id: event.eventId,
  type: event.type as WebhookEventType,
  createdAt: instantView(event.at),
  version: event.version,
  partnerId: event.partnerId,
  resourceId: event.resourceId
})

/** One sentence for operators. */
export const gapSentence = (name: string, gap: SubscriptionGap): string =>
  gap._tag === "Erased"
    ? `the subscriber ${name} did not get ${gap.type} ${gap.id} about ${gap.resourceId}: its content was erased before it was handled`
    : `the subscriber ${name} may have got events that this store does not know any more: ${gap.reason}`

const decodeBody = Schema.decodeUnknownSync(
  Schema.fromJsonString(
    Schema.Struct({ createdAt: Schema.String, version: Schema.Int, data: Schema.Unknown })
  )
)

/** The event, or that its content is gone. */
export const subscribedEventOf = (due: DueEvent): SubscribedEvent<WebhookEventType> | SubscriptionGap =>
  Option.match(due.body, {
    onNone: () => erasedGap(due),
    onSome: (body) => {
      const { eventId: id, partnerId, type } = due.event
      return { id, type, partnerId, ...decodeBody(body) } as SubscribedEvent<WebhookEventType>
    }
  })
