import { Effect, Option } from "effect"
import { StateReader, statesOf } from "../../kernel/ports/StateReader.ts"
import { WorkQueue } from "../../kernel/ports/WorkQueue.ts"
import type { Instant } from "../../kernel/time/Instant.ts"
import type { WebhookEventType } from "../webhook/WebhookEvents.ts"
import { subscriber } from "./Subscriber.ts"
import { type QueueSize, SubscriberQueue } from "./SubscriberQueue.ts"
import { subscriberJob, subscriberNameOf } from "./subscriberNames.ts"

/** A subscriber, and what waits for it. */
export interface SubscriberStanding {
  readonly name: string
  readonly events: ReadonlyArray<WebhookEventType>
  readonly createdAt: Instant
  /** None if nothing waits. */
  readonly waiting: Option.Option<QueueSize>
  /**
   * When somebody who runs by this name takes something of it. In the past, nobody runs: whoever does takes what is due
   * at once, and puts off what its handler fails at. None if nothing waits.
   */
  readonly takenFrom: Option.Option<Instant>
}

/** Those who are registered. */
export const registeredSubscribers = Effect.map(
  Effect.flatMap(StateReader, (states) => states.indexed(subscriber, "listening", { equal: [] })),
  statesOf
)

/** Every subscriber, by name. */
export const subscriberStandings = Effect.gen(function* () {
  const all = yield* registeredSubscribers
  if (all.length === 0) return []
  const sizes = yield* Effect.flatMap(SubscriberQueue, (queue) => queue.sizes)
  const nextDue = yield* Effect.flatMap(WorkQueue, (queue) => queue.nextDue)
  return all.map(({ createdAt, events, id }): SubscriberStanding => {
    const waiting = Option.fromUndefinedOr(sizes.get(id))
    const dueAt = nextDue.get(subscriberJob(id))
    return {
      name: subscriberNameOf(id),
      events,
      createdAt,
      waiting,
      // A job may be due as soon as possible, which is no instant.
      takenFrom: Option.flatMap(waiting, ({ oldestAt }) =>
        dueAt === undefined ? Option.none() : Option.some(Math.max(dueAt, oldestAt))
      )
    }
  })
})
