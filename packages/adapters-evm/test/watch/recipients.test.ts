import { assert, describe, it } from "@effect/vitest"
import { StateReader } from "@quittance/core/adapter"
import { Effect, Fiber, Stream } from "effect"
import { TestClock } from "effect/testing"
import { recipientsOf } from "../../src/watch/recipients.ts"
import { deployed, depositOf, giveOut, network } from "./watching.ts"

/** The same states, each read in so many milliseconds. */
const slowed = (states: StateReader["Service"], millis: number): StateReader["Service"] => ({
  ...states,
  all: (concept) => Stream.tap(states.all(concept), () => Effect.sleep(millis))
})

describe("the addresses that a window is asked for", () => {
  it.effect("are those of the network, up to twenty thousand, and none of more", () =>
    deployed(
      Effect.gen(function* () {
        const states = yield* StateReader
        assert.deepStrictEqual(yield* recipientsOf(states, network), [])
        yield* giveOut(0, 2)
        assert.deepStrictEqual(yield* recipientsOf(states, network), [depositOf(0), depositOf(1)])
        assert.deepStrictEqual(yield* recipientsOf(states, "polygon"), [])
        yield* giveOut(2, 20_000)
        assert.lengthOf((yield* recipientsOf(states, network)) ?? [], 20_000)
        yield* giveOut(20_000, 20_001)
        assert.isUndefined(yield* recipientsOf(states, network))
        assert.deepStrictEqual(yield* recipientsOf(states, "polygon"), [])
      })
    )
  )

  it.effect("are looked for in less than five seconds", () =>
    deployed(
      Effect.gen(function* () {
        yield* giveOut(0, 2)
        for (const [millis, count] of [
          [2_499, 2],
          [2_501, undefined]
        ] as const) {
          const states = slowed(yield* StateReader, millis)
          const looking = yield* Effect.forkChild(recipientsOf(states, network))
          yield* TestClock.adjust(5_001)
          assert.strictEqual((yield* Fiber.join(looking))?.length, count)
        }
      })
    )
  )
})
