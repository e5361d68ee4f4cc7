import { Clock, Effect } from "effect"
import type { Instant } from "./Instant.ts"
import { WallClock } from "./WallClock.ts"

/**
 * The wall clock as far as it moved with real time: a clock that is set ahead is followed at the pace of the monotonic clock, one
 * that is set back at once. What must not be forgotten too early is forgotten by this time. It begins with the first look; what
 * the clock did before the process started is not known.
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
