import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import { coin, coinMinorOf } from "../../../src/kernel/money/Coin.ts"
import { Currency } from "../../../src/kernel/money/Currency.ts"
import { holds } from "../../holds.ts"

describe("the coin of a network", () => {
  it("is no currency of the interface", () => {
    assert.notInclude<string>(Currency.literals.join(" "), coin)
  })

  it("is counted in gwei: never less than was spent, and less than one more", () => {
    holds(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 30n }), (wei) => {
        const beyond = coinMinorOf(wei) * 10n ** 9n - wei
        assert.isTrue(beyond >= 0n && beyond < 10n ** 9n)
      })
    )
  })
})
