import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { followMails, stallSeconds } from "../src/command/followMails.ts"

/** Follows a tally that the test changes. */
const following = Effect.fnUntraced(function* (count: number) {
  const tally = { count }
  const shown: Array<number> = []
  const read = Effect.sync(() => tally.count)
  const fiber = yield* Effect.forkChild(followMails(read, (unsent) => shown.push(unsent)))
  yield* TestClock.adjust(0)
  return { tally, shown, fiber }
})

describe("followMails", () => {
  it.effect("ends with the last e-mail, and tells each figure on the way", () =>
    Effect.gen(function* () {
      const { fiber, shown, tally } = yield* following(3)
      for (const count of [2, 2, 0]) {
        tally.count = count
        yield* TestClock.adjust("500 millis")
      }
      assert.strictEqual(yield* Fiber.join(fiber), 0)
      assert.deepStrictEqual(shown, [3, 2, 2, 0])
    })
  )

  it.effect("has nothing to wait for where there is no e-mail", () =>
    Effect.gen(function* () {
      const { fiber } = yield* following(0)
      assert.strictEqual(yield* Fiber.join(fiber), 0)
    })
  )

  it.effect("gives up when none goes out for a while, and not before", () =>
    Effect.gen(function* () {
      const { fiber, tally } = yield* following(3)
      yield* TestClock.adjust(`${stallSeconds - 1} seconds`)
      tally.count = 2
      yield* TestClock.adjust(`${stallSeconds} seconds`)
      assert.isUndefined(fiber.pollUnsafe())
      yield* TestClock.adjust("1 second")
      assert.strictEqual(yield* Fiber.join(fiber), 2)
    })
  )
})
