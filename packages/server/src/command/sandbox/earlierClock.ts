import { Clock, Effect } from "effect"

/**
 * Runs an effect as if it were this much earlier: what it makes is due sooner, and no other partner's clock moves.
 */
export const earlier = <A, E, R>(millis: number, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(Clock.Clock, (clock) => {
    const nanos = BigInt(millis) * 1_000_000n
    const before: Clock.Clock = {
      currentTimeMillisUnsafe: () => clock.currentTimeMillisUnsafe() - millis,
      currentTimeMillis: Effect.map(clock.currentTimeMillis, (now) => now - millis),
      currentTimeNanosUnsafe: () => clock.currentTimeNanosUnsafe() - nanos,
      currentTimeNanos: Effect.map(clock.currentTimeNanos, (now) => now - nanos),
      monotonicTimeNanosUnsafe: () => clock.monotonicTimeNanosUnsafe(),
      monotonicTimeNanos: clock.monotonicTimeNanos,
      sleep: (duration) => clock.sleep(duration)
    }
    return Effect.provideService(effect, Clock.Clock, before)
  })
