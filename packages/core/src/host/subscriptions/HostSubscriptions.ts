import type { WebhookEventType } from "../../concepts/webhook/WebhookEvents.ts"
import type { SubscribedEvent, SubscriptionGap } from "./SubscribedEvent.ts"
import type { Subscription, SubscriptionOptions, Wanted } from "./Subscriptions.ts"

/** What a handler gets beside the event. */
export interface HandlerContext {
  /** Aborts when another process goes on with the event, or this one ends without waiting any longer. */
  readonly signal: AbortSignal
}

/** Handles an event, once or again; a rejection brings it again. */
export type EventHandler<Type extends WebhookEventType> = (
  event: SubscribedEvent<Type>,
  context: HandlerContext
) => unknown

/** How a handler in Promises subscribes. */
export interface PromisedSubscriptionOptions extends SubscriptionOptions {
  /** Ends the subscription. */
  readonly signal?: AbortSignal | undefined
  /** Gets what the subscriber can not get any more. */
  readonly onGap?: ((gap: SubscriptionGap) => unknown) | undefined
}

/** A subscriber as the store knows it. */
export interface SubscriberView {
  readonly name: string
  readonly events: ReadonlyArray<string>
  readonly createdAt: string
  /** How many events wait for it. */
  readonly waiting: number
  /** Since when the oldest of them does; null if none does. */
  readonly oldestAt: string | null
}

/** The subscribers that the store knows, whether anybody runs by their names or not. */
export interface HostSubscribers {
  /** Each with how many events wait for it, and since when the oldest one does. */
  readonly list: () => Promise<ReadonlyArray<SubscriberView>>
  /** Ends a subscriber that is no longer used, with all that waits for it. Its name may be used again. */
  readonly remove: (name: string) => Promise<void>
}

/** Subscriptions for hosts without Effect. */
export interface HostSubscriptions {
  /**
   * Hands events of all partners to a handler of this process, after their commit:
   *
   *     await quittance.on("payout.completed", { name: "shop", from: "now" }, async (event) => {
   *       await orders.markPaid(event.data.object.idempotencyKey, { once: event.id })
   *     })
   *
   * At least once: the store remembers by `name` what was handled, so an event may come again after a crash, with
   * the same `id`, and none is lost. Events about one resource come in their order. A handler that throws or rejects
   * gets the event again, after a second and then later and later; meanwhile only later events about the same
   * resource wait. Several processes with one name share the events. `signal`, `stop` of what it returns, and
   * `close` of the host end it when the running handlers have ended. `onGap` gets what the subscriber can not get
   * any more, because its content was erased or the store was put back; without it, that raises an alert.
   *
   * It returns when the subscriber is registered, and refuses with `InvalidInput` what is none.
   */
  readonly on: <Type extends WebhookEventType>(
    event: Wanted<Type>,
    options: PromisedSubscriptionOptions,
    handler: EventHandler<Type>
  ) => Promise<Subscription<() => Promise<void>>>
  /** The subscribers that the store knows, whether anybody runs by their names or not. */
  readonly subscribers: HostSubscribers
}
