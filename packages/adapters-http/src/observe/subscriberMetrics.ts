import {
  millisPerSecond,
  type StateReader,
  type SubscriberQueue,
  type SubscriberStanding,
  subscriberStandings,
  type WorkQueue
} from "@quittance/core/adapter"
import { Clock, Effect, Option } from "effect"
import { gauge } from "./gauge.ts"

/** How long the storage may take to answer. */
const storageMillisMax = 2_000

/**
 * What waits for each subscriber, for Prometheus, also if it runs in no process or in another one. Nothing if the
 * storage does not answer: no value is better than a wrong one.
 */
export const makeSubscriberMetrics = Effect.map(
  Effect.context<StateReader | SubscriberQueue | WorkQueue>(),
  (ports) =>
    Effect.all({
      at: Clock.currentTimeMillis,
      standings: Effect.provideContext(subscriberStandings, ports)
    }).pipe(
      Effect.timeout(storageMillisMax),
      Effect.match({ onFailure: () => "", onSuccess: ({ at, standings }) => textOf(standings, at) })
    )
)

const textOf = (standings: ReadonlyArray<SubscriberStanding>, at: number): string => {
  if (standings.length === 0) return ""
  const secondsSince = (instant: Option.Option<number>): number =>
    Option.match(instant, { onNone: () => 0, onSome: (since) => Math.max(0, at - since) / millisPerSecond })
  const ofEach = (valueOf: (standing: SubscriberStanding) => number) =>
    standings.map((each) => [`{subscriber="${each.name}"}`, valueOf(each)] as const)
  return (
    gauge(
      "quittance_subscriber_waiting",
      "Events that wait for a subscriber.",
      ofEach(({ waiting }) => Option.match(waiting, { onNone: () => 0, onSome: ({ count }) => count }))
    ) +
    gauge(
      "quittance_subscriber_oldest_age_seconds",
      "Age of the oldest event that waits for a subscriber.",
      ofEach(({ waiting }) => secondsSince(Option.map(waiting, ({ oldestAt }) => oldestAt)))
    ) +
    gauge(
      "quittance_subscriber_unattended_seconds",
      "How long nobody has taken what is due for a subscriber.",
      ofEach(({ takenFrom }) => secondsSince(takenFrom))
    )
  )
}
