import { assert, it } from "@effect/vitest"
import { makeSteadyTime, WallClock } from "@quittance/core/adapter"
import { Clock, Effect } from "effect"

const hour = 3_600_000
const start = Date.UTC(2026, 0, 15, 12)

/** A wall clock that can be set, and the monotonic one that cannot. */
const clocks = Effect.gen(function* () {
  const time = { wall: start, real: 5_000 }
  const live = yield* Clock.Clock
  const steadyTime = yield* Effect.provideService(
    Effect.provideService(makeSteadyTime, WallClock, {
      now: Effect.sync(() => time.wall),
      sleep: () => Effect.void
    }),
    Clock.Clock,
    { ...live, monotonicTimeNanosUnsafe: () => BigInt(time.real) * 1_000_000n }
  )
  return {
    /** What it says after so much real time, by a wall clock that was moved as far beside it. */
    after: (realMillis: number, setByMillis = 0) =>
      Effect.suspend(() => {
        time.real += realMillis
        time.wall += realMillis + setByMillis
        return Effect.map(steadyTime, (now) => now - start)
      })
  }
})

it.effect("goes with the wall clock while that goes with real time", () =>
  Effect.gen(function* () {
    const { after } = yield* clocks
    assert.deepStrictEqual([yield* after(0), yield* after(10_000), yield* after(10_000)], [0, 10_000, 20_000])
  })
)

it.effect(
  "follows a clock that is set ahead for 13 seconds no faster than time passes, and is right afterwards",
  () =>
    Effect.gen(function* () {
      const { after } = yield* clocks
      assert.deepStrictEqual([yield* after(3_000, hour), yield* after(10_000)], [3_000, 13_000])
      assert.strictEqual(yield* after(1_000, -hour), 14_000)
      assert.strictEqual(yield* after(1_000), 15_000)
    })
)

it.effect("follows a clock that is set back at once, and once more not when that jumps ahead", () =>
  Effect.gen(function* () {
    const { after } = yield* clocks
    assert.strictEqual(yield* after(1_000, -hour), 1_000 - hour)
    assert.strictEqual(yield* after(1_000, 2 * hour), 2_000 - hour)
  })
)
