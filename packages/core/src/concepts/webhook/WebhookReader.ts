import { Context, type Effect, type Option } from "effect"
import { textIn } from "../../kernel/concept/cells.ts"
import type { Row } from "../../kernel/concept/columns.ts"
import type { PartnerId } from "../../kernel/concept/PartnerId.ts"
import type { WaitingMessage } from "../../kernel/outbox/WebhookMessage.ts"
import type { StoreUnavailable } from "../../kernel/ports/Store.ts"
import type { Versioned } from "../../kernel/ports/Versioned.ts"
import type { Instant } from "../../kernel/time/Instant.ts"
import type { PendingDelivery, RecordedDelivery, WebhookDeliveryId } from "./WebhookDelivery.ts"
import type { WebhookEndpointId } from "./WebhookEndpoint.ts"
import type { WebhookEventType, WebhookFamily } from "./WebhookEvents.ts"

/** A delivery that is due, with the bytes to send. */
export interface DueDelivery extends Versioned<PendingDelivery> {
  readonly body: string
}

/** Who is told of events. */
export interface Listeners {
  /** Whether any endpoint of the partner is enabled. */
  readonly endpoints: boolean
  /** The subscribers of the host, for the events of every partner. */
  readonly subscribers: ReadonlyArray<ListeningSubscriber>
}

export interface ListeningSubscriber {
  readonly id: string
  readonly events: ReadonlyArray<WebhookEventType>
}

/** Decodes a row of `subscribers`. */
export const listeningSubscriberOf = (row: Row): ListeningSubscriber => ({
  id: textIn(row, "id"),
  events: JSON.parse(textIn(row, "events")) as ReadonlyArray<WebhookEventType>
})

/** Port. The outbox of webhooks and their deliveries, as last committed. */
export class WebhookReader extends Context.Service<
  WebhookReader,
  {
    /** Who is to be told of events of the family. Every commit that announces asks this, so it is one question. */
    readonly listeners: (
      partnerId: PartnerId,
      family: WebhookFamily
    ) => Effect.Effect<Listeners, StoreUnavailable>
    /**
     * How many endpoints of all partners were disabled by their receivers or by failures, for health; none of KYC
     * sessions.
     */
    readonly disabledCount: Effect.Effect<number, StoreUnavailable>
    /** Messages of a partner that are not fanned out yet, in the order of ids. */
    readonly waiting: (
      partnerId: PartnerId,
      limit: number
    ) => Effect.Effect<ReadonlyArray<WaitingMessage>, StoreUnavailable>
    readonly delivery: (
      partnerId: PartnerId,
      id: WebhookDeliveryId
    ) => Effect.Effect<Option.Option<Versioned<RecordedDelivery>>, StoreUnavailable>
    /** The bytes of a message. */
    readonly body: (
      partnerId: PartnerId,
      messageId: string
    ) => Effect.Effect<Option.Option<string>, StoreUnavailable>
    /** The partner of a delivery, for operators, who know only its id. */
    readonly partnerOfDelivery: (
      id: WebhookDeliveryId
    ) => Effect.Effect<Option.Option<PartnerId>, StoreUnavailable>
    /**
     * Pending deliveries of an endpoint that are due, the earliest due first, then in the order of ids; without
     * those `besides`, which the caller has already.
     */
    readonly due: (
      partnerId: PartnerId,
      endpointId: WebhookEndpointId,
      now: Instant,
      limit: number,
      besides?: ReadonlySet<WebhookDeliveryId>
    ) => Effect.Effect<ReadonlyArray<DueDelivery>, StoreUnavailable>
    /**
     * Pending deliveries of an endpoint whose event is none of these, due or not, in the order of their creation and
     * ids.
     */
    readonly pendingBesides: (
      partnerId: PartnerId,
      endpointId: WebhookEndpointId,
      events: ReadonlyArray<WebhookEventType>,
      limit: number
    ) => Effect.Effect<ReadonlyArray<Versioned<PendingDelivery>>, StoreUnavailable>
    /** When the next pending delivery of an endpoint is due. */
    readonly nextDueAt: (
      partnerId: PartnerId,
      endpointId: WebhookEndpointId
    ) => Effect.Effect<Option.Option<Instant>, StoreUnavailable>
    /** How many deliveries of each endpoint of a partner are pending; those without any are left out. */
    readonly backlog: (
      partnerId: PartnerId
    ) => Effect.Effect<ReadonlyMap<WebhookEndpointId, number>, StoreUnavailable>
    /** Ids, in their order, of the messages about an invoice or a KYC session: what a redaction erases. */
    readonly messagesAbout: (
      partnerId: PartnerId,
      resourceId: string
    ) => Effect.Effect<ReadonlyArray<string>, StoreUnavailable>
    /** Deliveries of these events, without earlier attempts, the newest first: by creation, then by id. */
    readonly deliveriesOf: (
      partnerId: PartnerId,
      eventIds: ReadonlyArray<string>,
      limit: number
    ) => Effect.Effect<ReadonlyArray<RecordedDelivery>, StoreUnavailable>
    /**
     * Messages of a partner that were created before an instant, are fanned out and have no pending delivery, oldest
     * first: what retention may erase.
     */
    readonly finishedBefore: (
      partnerId: PartnerId,
      before: Instant,
      limit: number
    ) => Effect.Effect<ReadonlyArray<string>, StoreUnavailable>
  }
>()("@quittance/core/concepts/webhook/WebhookReader") {}
