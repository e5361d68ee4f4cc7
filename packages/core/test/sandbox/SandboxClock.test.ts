import { assert, it } from "@effect/vitest"
import { MemoryStore, SandboxClock } from "@quittance/core"
import { Effect, Fiber, Layer } from "effect"

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
