import { assert, it } from "@effect/vitest"
import { MemoryStore, SandboxClock } from "@quittance/core"
import { Clock, Effect, Fiber, Layer } from "effect"

const openTimers = (): number =>
  process.getActiveResourcesInfo().filter((resource) => resource === "Timeout").length

it.live("a sleeper that is interrupted while the clock moves leaves no timer behind", () =>
  Effect.gen(function* () {
    const clock = yield* SandboxClock
    const before = openTimers()
    const race = yield* Effect.forkChild(
      Effect.raceFirst(Effect.sleep("10 seconds"), Effect.sleep("60 seconds")),
      { startImmediately: true }
    )
    assert.strictEqual(openTimers(), before + 2)
    yield* clock.advance(20_000)
    yield* Fiber.await(race)
    assert.strictEqual(openTimers(), before)
  }).pipe(Effect.provide(SandboxClock.layer.pipe(Layer.provide(MemoryStore.layer))))
)

it.live("who sleeps while the wall clock is set back sleeps no longer for it", () =>
  Effect.gen(function* () {
    const live = yield* Clock.Clock
    const set = { byMillis: 3_600_000 }
    const millis = () => live.currentTimeMillisUnsafe() + set.byMillis
    const wall: Clock.Clock = {
      currentTimeMillisUnsafe: millis,
      currentTimeMillis: Effect.sync(millis),
      currentTimeNanosUnsafe: () => BigInt(millis()) * 1_000_000n,
      currentTimeNanos: Effect.sync(() => BigInt(millis()) * 1_000_000n),
      monotonicTimeNanosUnsafe: () => live.monotonicTimeNanosUnsafe(),
      monotonicTimeNanos: live.monotonicTimeNanos,
      sleep: (duration) => live.sleep(duration)
    }
    const layer = SandboxClock.layer.pipe(
      Layer.provide(MemoryStore.layer),
      Layer.provide(Layer.succeed(Clock.Clock, wall))
    )
    yield* Effect.provide(
      Effect.gen(function* () {
        const sleeper = yield* Effect.forkChild(Effect.sleep(20), { startImmediately: true })
        set.byMillis = 0
        yield* Fiber.join(sleeper)
      }),
      layer
    )
  })
)
