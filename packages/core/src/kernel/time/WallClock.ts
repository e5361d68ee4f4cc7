import { Clock, Context, Effect } from "effect"
import type { Instant } from "./Instant.ts"

/**
 * The real time of day. Authentication, rate limits and calls to receivers use it; everything else uses
 * Effect's `Clock`, which a sandbox may move ahead. Without an override both are the same.
 */
export const WallClock = Context.Reference<{
  readonly now: Effect.Effect<Instant>
  readonly sleep: (millis: number) => Effect.Effect<void>
}>("@quittance/core/kernel/time/WallClock", {
  defaultValue: () => ({ now: Clock.currentTimeMillis, sleep: Effect.sleep })
})

/**
 * The wall clock, limited to the speed of real time: if the wall clock is set ahead, this clock follows at
 * the pace of the monotonic clock; if it is set back, at once. Data that must not be forgotten too early is
 * pruned by this time. It starts with the first reading; changes before the process started are unknown.
 */
export const makeSteadyTime = Effect.gen(function* () {
  const wallClock = yield* WallClock
  const clock = yield* Clock.Clock
  const monotonicMillis = (): number => Number(clock.monotonicTimeNanosUnsafe() / 1_000_000n)
  let lookedAt = monotonicMillis()
  let steady: Instant = yield* wallClock.now
  return Effect.map(wallClock.now, (wall) => {
    const at = monotonicMillis()
    steady = Math.min(wall, steady + at - lookedAt)
    lookedAt = at
    return steady
  })
})
