import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import { divideHalfEven } from "../../../src/kernel/money/Fee.ts"
import { holds } from "../../holds.ts"

describe("divideHalfEven", () => {
  const halves: ReadonlyArray<readonly [bigint, bigint]> = [
    [-7n, -4n],
    [-5n, -2n],
    [-3n, -2n],
    [-1n, 0n],
    [0n, 0n],
    [1n, 0n],
    [3n, 2n],
    [5n, 2n],
    [7n, 4n]
  ]
  for (const [halfs, rounded] of halves) {
    it(`rounds ${halfs}/2 to ${rounded}`, () => assert.strictEqual(divideHalfEven(halfs, 2n), rounded))
  }

  const numerator = fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n })
  const denominator = fc.oneof(fc.bigInt({ min: 1n, max: 20n }), fc.bigInt({ min: 1n, max: 10n ** 20n }))

  it("is the nearest integer, and the even one of two that are as near", () =>
    holds(
      fc.property(numerator, denominator, (n, d) => {
        const rounded = divideHalfEven(n, d)
        const twiceOff = 2n * (n - rounded * d)
        const distance = twiceOff < 0n ? -twiceOff : twiceOff
        assert.isTrue(distance < d || (distance === d && rounded % 2n === 0n))
      })
    ))

  it("is odd: rounding a debt is the debt of the rounding", () =>
    holds(
      fc.property(numerator, denominator, (n, d) =>
        assert.strictEqual(divideHalfEven(-n, d), -divideHalfEven(n, d))
      )
    ))

  it("refuses to divide by nothing or by a negative", () => {
    for (const denominator of [0n, -1n])
      assert.throws(() => divideHalfEven(1n, denominator), "invariant broken: a denominator is positive")
  })
})
