import { Context, type Effect, type Option } from "effect"
import type { PartnerId } from "../../kernel/concept/PartnerId.ts"
import type { QueuedEvent } from "../../kernel/outbox/QueuedEvent.ts"
import type { StoreUnavailable } from "../../kernel/ports/Store.ts"
import type { Instant } from "../../kernel/time/Instant.ts"
import type { WebhookEventType } from "../webhook/WebhookEvents.ts"

/** An event that is due, with its message's body; none if that was erased meanwhile. */
export interface DueEvent {
  readonly event: QueuedEvent
  readonly body: Option.Option<string>
}

/** A message that is kept. */
export interface KeptMessage {
  readonly id: string
  readonly type: WebhookEventType
  readonly createdAt: Instant
  readonly body: string
}

/** What waits for a subscriber. */
export interface QueueSize {
  readonly count: number
  /** When the oldest of it happened. */
  readonly oldestAt: Instant
}

/** Port. What waits for subscribers, as last committed. */
export class SubscriberQueue extends Context.Service<
  SubscriberQueue,
  {
    /**
     * Events of a partner that are due, the earliest due first, then in the order of ids. Of each resource only the
     * first one that waits, and none of the resources `besides`.
     */
    readonly due: (
      partnerId: PartnerId,
      subscriberId: string,
      now: Instant,
      limit: number,
      besides?: ReadonlySet<string>
    ) => Effect.Effect<ReadonlyArray<DueEvent>, StoreUnavailable>
    /** When the next event is due that is the first of its resource. */
    readonly nextDueAt: (
      partnerId: PartnerId,
      subscriberId: string
    ) => Effect.Effect<Option.Option<Instant>, StoreUnavailable>
    /** Up to which message a subscriber from the start has caught up, or `all`; none if it has nothing to catch up. */
    readonly caughtUp: (
      partnerId: PartnerId,
      subscriberId: string
    ) => Effect.Effect<Option.Option<string>, StoreUnavailable>
    /** Messages of a partner that are kept, with an id above this one, in the order of ids, whatever their type. */
    readonly kept: (
      partnerId: PartnerId,
      after: string,
      limit: number
    ) => Effect.Effect<ReadonlyArray<KeptMessage>, StoreUnavailable>
    /** How much waits for each subscriber, of all partners; those for whom nothing waits are left out. */
    readonly sizes: Effect.Effect<ReadonlyMap<string, QueueSize>, StoreUnavailable>
  }
>()("@quittance/core/concepts/subscriber/SubscriberQueue") {}
