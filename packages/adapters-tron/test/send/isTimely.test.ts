import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { isTimely } from "../../src/send/TronSender.ts"
import { blockOf, timeOf, toldNode } from "./toldNodes.ts"

/** Two minutes. */
const headSkewMillis = 120_000

const head = blockOf(1_000)
const solid = blockOf(981)
const at = timeOf(1_000)

const timely = (nodes: Parameters<typeof isTimely>[0] = [], reference = { head, solid }) =>
  isTimely(nodes, reference)

describe("the newest block has the present time", () => {
  it.effect("by the clock, two minutes before or after it", () =>
    Effect.gen(function* () {
      for (const [clock, expected] of [
        [at, true],
        [at - headSkewMillis, true],
        [at + headSkewMillis, true],
        [at - headSkewMillis - 1, false],
        [at + headSkewMillis + 1, false]
      ] as const) {
        yield* TestClock.setTime(clock)
        assert.strictEqual(yield* timely(), expected, String(clock - at))
      }
    })
  )

  it.effect("by two nodes under two names whose newest blocks are as near", () =>
    Effect.gen(function* () {
      const node = (host: string, headAt: number) => toldNode(host, { solid: 981, headAt })
      const one = node("one", at)
      assert.isTrue(yield* timely([one, node("two", at + headSkewMillis)]))
      assert.isTrue(yield* timely([one, node("two", at + headSkewMillis + 1), node("three", at)]))
      assert.isFalse(yield* timely([one, node("two", at - headSkewMillis - 1)]))
      assert.isFalse(yield* timely([one, node("one", at)]))
      assert.isFalse(yield* timely([one, toldNode("two", { solid: 981 })]))
      assert.isFalse(yield* timely([one]))
    })
  )

  it.effect("never when a solid block is more than two minutes later, whatever the clock says", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(at)
      const later = (millis: number) => ({ head, solid: { ...solid, timestamp: at + millis } })
      assert.isTrue(yield* timely([], later(headSkewMillis)))
      assert.isFalse(yield* timely([], later(headSkewMillis + 1)))
    })
  )
})
