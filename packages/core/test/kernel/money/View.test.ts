import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import { amountView, instantView, wireLimitMinor } from "../../../src/kernel/money/Money.ts"
import { holds } from "../../holds.ts"

describe("what the API shows", () => {
  it("of an amount is its decimal as a JSON number", () => {
    assert.deepStrictEqual(
      [amountView(10n, "USD"), amountView(-1n, "USDT"), amountView(0n, "KZT")],
      [0.1, -1e-6, 0]
    )
    assert.strictEqual(JSON.stringify(amountView(-1n, "USDT")), "-0.000001")
  })

  it("of an amount that no number carries is a defect, never a rounded figure", () =>
    assert.throws(
      () => amountView(wireLimitMinor * 10n + 1n, "USD"),
      "invariant broken: 700000000000000.01 USD fits a JSON number exactly"
    ))

  it("of an instant is ISO 8601 in UTC with milliseconds, and reads back", () =>
    holds(
      fc.property(fc.integer({ min: 0, max: 253_402_300_799_999 }), (at) => {
        assert.match(instantView(at), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
        assert.strictEqual(Date.parse(instantView(at)), at)
      })
    ))
})
