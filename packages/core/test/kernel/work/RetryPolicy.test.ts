import { Option } from "effect"
import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import { jittered, nextAttemptAt, payoutRetryPolicy } from "../../../src/kernel/work/RetryPolicy.ts"
import { holds } from "../../holds.ts"

const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
const now = 1_772_000_000_000

describe("the payout schedule", () => {
  it("is that of the contract: at once, then after 15 s, 1 m, 5 m, 15 m, 1 h, 3 h, 6 h and 12 h", () =>
    assert.deepStrictEqual(
      payoutRetryPolicy.delaysMillis.map((millis) => millis / 1000),
      [0, 15, 60, 300, 900, 3600, 10_800, 21_600, 43_200]
    ))

  it("looks for the first time 15 s after the first submission, in the middle of the jitter", () =>
    assert.deepStrictEqual(nextAttemptAt(payoutRetryPolicy, 1, now, 0.5), Option.some(now + 15_000)))

  it("makes the first attempt at once, whatever the chance", () =>
    holds(
      fc.property(chance, (each) =>
        assert.deepStrictEqual(nextAttemptAt(payoutRetryPolicy, 0, now, each), Option.some(now))
      )
    ))

  it("is spent after its last attempt", () => {
    const attempts = payoutRetryPolicy.delaysMillis.length
    assert.isTrue(Option.isSome(nextAttemptAt(payoutRetryPolicy, attempts - 1, now, 0)))
    assert.isTrue(Option.isNone(nextAttemptAt(payoutRetryPolicy, attempts, now, 0)))
    assert.isTrue(Option.isNone(nextAttemptAt(payoutRetryPolicy, attempts + 100, now, 0)))
  })
})

describe("jitter", () => {
  it("stays within its ratio of the delay, on whole milliseconds", () =>
    holds(
      fc.property(
        fc.nat(100_000_000),
        fc.double({ min: 0, max: 1, noNaN: true }),
        chance,
        (delay, ratio, each) => {
          const millis = jittered(delay, ratio, each)
          assert.isTrue(Number.isInteger(millis))
          assert.isTrue(Math.abs(millis - delay) <= delay * ratio + 0.5)
        }
      )
    ))

  it("grows with the chance and reaches from one end to the other", () => {
    assert.deepStrictEqual([jittered(1000, 0.2, 0), jittered(1000, 0.2, 0.5)], [800, 1000])
    assert.strictEqual(jittered(1000, 0.2, 1 - Number.EPSILON), 1200)
  })
})
