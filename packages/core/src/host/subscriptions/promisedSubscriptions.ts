import { Effect, Option } from "effect"
import { Subscribers } from "../../concepts/subscriber/Subscribers.ts"
import type { WebhookEventType } from "../../concepts/webhook/WebhookEvents.ts"
import { instantView } from "../../kernel/money/Money.ts"
import type { SubscribedEvent, SubscriptionGap } from "./SubscribedEvent.ts"
import { type Subscription, type SubscriptionOptions, Subscriptions, type Wanted } from "./Subscriptions.ts"

/** What a handler gets beside the event. */
interface HandlerContext {
  /** Aborts when another process goes on with the event, or this one ends without waiting any longer. */
  readonly signal: AbortSignal
}

type Run = <A, E>(effect: Effect.Effect<A, E, Subscribers | Subscriptions>) => Promise<A>

/** A function of the host, as an effect. Its rejection is the failure. */
const called = (call: (signal: AbortSignal) => unknown) =>
  Effect.tryPromise({ try: async (signal) => call(signal), catch: (cause) => cause })

/** Subscriptions for hosts without Effect. */
export const promisedSubscriptions = (run: Run) => ({
  /**
   * Hands events of all partners to a handler of this process, after their commit:
   *
   *     await quittance.on("payout.completed", { name: "shop", from: "now" }, async (event) => {
   *       await orders.markPaid(event.data.object.idempotencyKey, { once: event.id })
   *     })
   *
   * At least once: the store remembers by `name` what was handled, so an event may come again after a crash, with the
   * same `id`, and none is lost. Events about one resource come in their order. A handler that throws or rejects gets
   * the event again, after a second and then later and later; meanwhile only later events about the same resource wait.
   * Several processes with one name share the events. `signal`, `stop` of what it returns, and `close` of the host end
   * it when the running handlers have ended. `onGap` gets what the subscriber can not get any more, because its content
   * was erased or the store was put back; without it, that raises an alert.
   *
   * It returns when the subscriber is registered, and refuses with `InvalidInput` what is none.
   */
  on: async <Type extends WebhookEventType>(
    event: Wanted<Type>,
    options: SubscriptionOptions & {
      readonly signal?: AbortSignal | undefined
      readonly onGap?: ((gap: SubscriptionGap) => unknown) | undefined
    },
    handler: (event: SubscribedEvent<Type>, context: HandlerContext) => unknown
  ): Promise<Subscription<() => Promise<void>>> => {
    const { onGap, signal } = options ?? {}
    const { name, stop } = await run(
      Effect.flatMap(Subscriptions, (subscriptions) =>
        subscriptions.on<Type, unknown, never, unknown>(
          event,
          typeof onGap === "function"
            ? { ...options, onGap: (gap) => called(() => onGap(gap)) }
            : (options as never),
          typeof handler === "function"
            ? (each) => called((ending) => handler(each, { signal: ending }))
            : handler
        )
      )
    )
    // Needs nothing of the host: after `close` it has stopped.
    const stopped = () => Effect.runPromise(stop)
    signal?.addEventListener("abort", () => void stopped(), { once: true })
    return { name, stop: stopped }
  },
  /** The subscribers that the store knows, whether anybody runs by their names or not. */
  subscribers: {
    /** Each with how many events wait for it, and since when the oldest one does. */
    list: () =>
      run(
        Effect.flatMap(Subscribers, ({ list }) =>
          Effect.map(list, (all) =>
            all.map(({ createdAt, events, name, waiting }) => ({
              name,
              events,
              createdAt: instantView(createdAt),
              waiting: Option.match(waiting, { onNone: () => 0, onSome: ({ count }) => count }),
              oldestAt: Option.getOrNull(Option.map(waiting, ({ oldestAt }) => instantView(oldestAt)))
            }))
          )
        )
      ),
    /** Ends a subscriber that is no longer used, with all that waits for it. Its name may be used again. */
    remove: (name: string): Promise<void> => run(Effect.flatMap(Subscribers, ({ remove }) => remove(name)))
  }
})

export type HostSubscriptions = ReturnType<typeof promisedSubscriptions>
