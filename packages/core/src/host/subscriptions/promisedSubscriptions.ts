import { Effect, Option } from "effect"
import { Subscribers } from "../../concepts/subscriber/Subscribers.ts"
import type { WebhookEventType } from "../../concepts/webhook/WebhookEvents.ts"
import { instantView } from "../../kernel/money/Money.ts"
import type { EventHandler, HostSubscriptions, PromisedSubscriptionOptions } from "./HostSubscriptions.ts"
import { type Subscription, Subscriptions, type Wanted } from "./Subscriptions.ts"

type Run = <A, E>(effect: Effect.Effect<A, E, Subscribers | Subscriptions>) => Promise<A>

/** A function of the host, as an effect. Its rejection is the failure. */
const called = (call: (signal: AbortSignal) => unknown) =>
  Effect.tryPromise({ try: async (signal) => call(signal), catch: (cause) => cause })

/** Subscriptions for hosts without Effect. */
export const promisedSubscriptions = (run: Run): HostSubscriptions => ({
  on: async <Type extends WebhookEventType>(
    event: Wanted<Type>,
    options: PromisedSubscriptionOptions,
    handler: EventHandler<Type>
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
    const stopped = () => run(stop)
    signal?.addEventListener("abort", () => void stopped(), { once: true })
    return { name, stop: stopped }
  },
  subscribers: {
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
    remove: (name: string): Promise<void> => run(Effect.flatMap(Subscribers, ({ remove }) => remove(name)))
  }
})
