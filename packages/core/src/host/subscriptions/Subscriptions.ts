import {
  Context,
  Deferred,
  Effect,
  Exit,
  Fiber,
  Latch,
  Layer,
  Option,
  Queue,
  Scope,
  Semaphore,
  Stream
} from "effect"
import type { SubscriberStart } from "../../concepts/subscriber/Subscriber.ts"
import { makeSubscriberDelivery, type Taker } from "../../concepts/subscriber/SubscriberDelivery.ts"
import { Subscribers } from "../../concepts/subscriber/Subscribers.ts"
import type { WebhookEventType } from "../../concepts/webhook/WebhookEvents.ts"
import { InvalidInput } from "../../kernel/input/Input.ts"
import type { StoreUnavailable } from "../../kernel/ports/Store.ts"
import { StoreHold } from "../../kernel/ports/StoreHold.ts"
import { raiseAlert } from "../../kernel/work/Alert.ts"
import { leaseMillis } from "../../kernel/work/JobHandler.ts"
import { Worker } from "../../kernel/work/Worker.ts"
import {
  gapSentence,
  restoredGap,
  type SubscribedEvent,
  type SubscriptionGap,
  subscribedEventOf
} from "./SubscribedEvent.ts"
import { type CheckedSubscription, checkedSubscription } from "./subscriptionInput.ts"

/** One event, or several that keep their order per resource among each other. */
export type Wanted<Type extends WebhookEventType> = Type | ReadonlyArray<Type>

export interface SubscriptionOptions {
  /**
   * By it the store remembers what was handled, also when the process ends. Processes that subscribe under one name
   * share the events. 1 to 64 of a-z, 0-9, dot, dash and underscore.
   */
  readonly name: string
  /**
   * Where a name begins when it is used for the first time: with what happens from now on, or with the oldest event
   * that the store keeps. Later it goes on where it was.
   */
  readonly from: SubscriberStart
  /** How many events are handled at once, each about another resource. Default: 10. */
  readonly concurrency?: number | undefined
}

/** `onGap` gets what is lost for the subscriber. */
export interface GapOptions<E, R> extends SubscriptionOptions {
  readonly onGap?: ((gap: SubscriptionGap) => Effect.Effect<unknown, E, R>) | undefined
}

/** A subscription of this process. */
export interface Subscription<Stop> {
  readonly name: string
  /** Hands over no further event, and ends when the running handlers have ended and their events are recorded. */
  readonly stop: Stop
}

/** Everything that a handler of a subscription gets. */
type Told = SubscribedEvent<WebhookEventType> | SubscriptionGap

const isGap = (told: Told): told is SubscriptionGap => "_tag" in told

/**
 * Events in the host's own processes, after their commit, at least once, and those about one resource in their order. A
 * name gets them, and the store remembers what it has handled. An event whose handler fails comes again, later and
 * later, and holds up only the later ones about its resource.
 */
export class Subscriptions extends Context.Service<
  Subscriptions,
  {
    /**
     * Hands the events of all partners to a handler, until it is stopped or the layer is closed. It returns when the
     * subscriber is registered. `onGap` gets what is lost for the subscriber; without it, that is an alert.
     */
    readonly on: <Type extends WebhookEventType, E, R, E2 = never, R2 = never>(
      event: Wanted<Type>,
      options: GapOptions<E2, R2>,
      handler: (event: SubscribedEvent<Type>) => Effect.Effect<unknown, E, R>
    ) => Effect.Effect<Subscription<Effect.Effect<void>>, InvalidInput | StoreUnavailable, R | R2>
    /**
     * The same for whoever calls `drain` of the worker: nothing is handed over beside it. Tests and simulations use
     * it.
     */
    readonly onDrain: <Type extends WebhookEventType, E, R, E2 = never, R2 = never>(
      event: Wanted<Type>,
      options: GapOptions<E2, R2>,
      handler: (event: SubscribedEvent<Type>) => Effect.Effect<unknown, E, R>
    ) => Effect.Effect<Subscription<Effect.Effect<void>>, InvalidInput | StoreUnavailable, R | R2>
    /**
     * The same as a stream, one event at a time. Pulling the next one says that the one before was handled; one that
     * was pulled last, when the stream ends, comes again. Do not buffer it. A gap is an element too.
     */
    readonly stream: <Type extends WebhookEventType>(
      event: Wanted<Type>,
      options: Omit<SubscriptionOptions, "concurrency">
    ) => Stream.Stream<SubscribedEvent<Type> | SubscriptionGap, InvalidInput | StoreUnavailable>
  }
>()("@quittance/core/host/subscriptions/Subscriptions") {
  static readonly layer = Layer.effect(
    Subscriptions,
    Effect.gen(function* () {
      const worker = yield* Worker
      const subscribers = yield* Subscribers
      const hold = yield* StoreHold
      const deliveryOf = yield* makeSubscriberDelivery
      /** Those of this process, by name. */
      const running = new Map<string, Effect.Effect<void>>()
      yield* Effect.addFinalizer(() =>
        Effect.forEach(running.values(), (stop) => stop, { concurrency: "unbounded", discard: true })
      )

      /** Tells of a hold once, whenever the subscriber hears of it first. */
      const tellOfHold = (id: string, told: (gap: SubscriptionGap) => Effect.Effect<void, unknown>) =>
        Effect.gen(function* () {
          const [found, held] = yield* Effect.all([subscribers.find(id), hold.current])
          if (Option.isNone(found)) return
          const { owedHold, toldOfHold } = found.value
          const untold = Option.orElse(
            Option.filter(held, ({ since }) => !Option.contains(toldOfHold, since)),
            () => Option.map(owedHold, (since) => ({ since, reason: releasedReason }))
          )
          if (Option.isNone(untold)) return
          yield* told(restoredGap(untold.value))
          yield* subscribers.toldOfHold(id, untold.value.since)
        })

      const start = Effect.fnUntraced(function* (
        { concurrency, ...registration }: CheckedSubscription,
        handle: (told: Told) => Effect.Effect<unknown, unknown>,
        handsOver: HandsOver = "by itself"
      ) {
        const { events, name } = registration
        if (running.has(name))
          return yield* InvalidInput.of(
            "options.name",
            "invalid_value",
            `must be used once in a process, and ${name} is in use: name several events in one subscription, or give each a name of its own`
          )
        running.set(name, Effect.void)
        const registered = yield* Effect.onError(subscribers.register(registration), () =>
          Effect.sync(() => running.delete(name))
        )
        const { id } = registered
        let isStopping = false
        let jobs = 0
        const idle = yield* Latch.make(true)
        const places = yield* Semaphore.make(concurrency)
        const telling = yield* Semaphore.make(1)
        const told = (gap: Told) => Effect.asVoid(places.withPermits(1)(handle(gap)))
        const taker: Taker = {
          subscriberId: id,
          events,
          concurrency,
          take: (due) => told(subscribedEventOf(due)),
          before: telling.withPermits(1)(tellOfHold(id, told)),
          isStopping: () => isStopping
        }
        const handler = deliveryOf(taker)
        const counted = {
          ...handler,
          handle: (...job: Parameters<typeof handler.handle>) =>
            Effect.suspend(() => {
              jobs += 1
              idle.closeUnsafe()
              return Effect.ensuring(
                handler.handle(...job),
                Effect.sync(() => {
                  jobs -= 1
                  if (jobs === 0) idle.openUnsafe()
                })
              )
            })
        }
        // A child of the layer's scope would be closed before `stop` has waited for what runs.
        const scope = yield* Scope.make()
        const loops = yield* Scope.provide(worker.attend(counted), scope)
        const fiber = yield* Effect.forkIn(
          // A process that starts after a restore tells of it, even if nothing happens.
          handsOver === "by itself" ? Effect.andThen(Effect.ignore(taker.before), loops) : Effect.never,
          scope
        )
        const stop = yield* Effect.cached(
          Effect.gen(function* () {
            isStopping = true
            yield* Effect.timeoutOption(idle.await, leaseMillis)
            yield* Fiber.interrupt(fiber)
            yield* Scope.close(scope, Exit.void)
            running.delete(name)
          })
        )
        running.set(name, stop)
        return { name, stop }
      })

      const subscribing =
        (handsOver: HandsOver) =>
        <Type extends WebhookEventType, E, R, E2, R2>(
          event: Wanted<Type>,
          options: GapOptions<E2, R2>,
          handler: (event: SubscribedEvent<Type>) => Effect.Effect<unknown, E, R>
        ) =>
          Effect.gen(function* () {
            const checked = yield* Effect.fromResult(checkedSubscription(event, options, handler))
            const context = yield* Effect.context<R | R2>()
            const handled = (told: Told): Effect.Effect<unknown, E | E2, R | R2> => {
              // What is registered for these events gets no others.
              if (!isGap(told)) return handler(told as SubscribedEvent<Type>)
              return options.onGap === undefined ? alertOf(checked.name, told) : options.onGap(told)
            }
            return yield* start(
              checked,
              (told) =>
                Effect.provideContext(
                  Effect.suspend(() => handled(told)),
                  context
                ),
              handsOver
            )
          })

      return Subscriptions.of({
        on: subscribing("by itself"),
        onDrain: subscribing("on drain"),
        stream: (event, options) => streamOf(start, event, options)
      })
    })
  )
}

const releasedReason =
  "it was on hold, because it may be an older copy, and was released before this subscriber was told"

const alertOf = (name: string, gap: SubscriptionGap) => raiseAlert("subscriber.gap", gapSentence(name, gap))

/** A simulation lets nothing run beside its own steps. */
type HandsOver = "by itself" | "on drain"

type Start = (
  subscription: CheckedSubscription,
  handle: (told: Told) => Effect.Effect<unknown, unknown>
) => Effect.Effect<Subscription<Effect.Effect<void>>, InvalidInput | StoreUnavailable>

/** An element that was handed to the stream; it was handled when the next one is pulled. */
interface Offered {
  readonly told: Told
  readonly handled: Deferred.Deferred<void>
}

const streamOf = <Type extends WebhookEventType>(
  start: Start,
  event: Wanted<Type>,
  options: Omit<SubscriptionOptions, "concurrency">
): Stream.Stream<SubscribedEvent<Type> | SubscriptionGap, InvalidInput | StoreUnavailable> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const checked = yield* Effect.fromResult(checkedSubscription(event, options, streamOf))
      const offers = yield* Queue.bounded<Offered>(1)
      let last: Offered | undefined
      const ended = yield* Deferred.make<never, "ended">()
      yield* Effect.acquireRelease(
        start({ ...checked, concurrency: 1 }, (told) =>
          Effect.gen(function* () {
            const handled = yield* Deferred.make<void>()
            yield* Queue.offer(offers, { told, handled })
            yield* Effect.raceFirst(Deferred.await(handled), Deferred.await(ended))
          })
        ),
        ({ stop }) => {
          const stopping = Effect.forkChild(stop, { startImmediately: true })
          return Effect.flatMap(stopping, (fiber) =>
            Effect.andThen(Deferred.fail(ended, "ended"), Fiber.join(fiber))
          )
        }
      )
      const next = Effect.gen(function* () {
        if (last !== undefined) yield* Deferred.succeed(last.handled, undefined)
        last = yield* Queue.take(offers)
        return last.told as SubscribedEvent<Type> | SubscriptionGap
      })
      return Stream.fromEffectRepeat(next)
    })
  )
