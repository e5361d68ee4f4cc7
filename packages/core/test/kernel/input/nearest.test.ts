import { assert, describe, it } from "@effect/vitest"
import { editsBetween, nearest } from "../../../src/kernel/input/nearest.ts"

describe("the nearest of several texts", () => {
  it("is the one with the fewest characters inserted, left out or changed", () => {
    assert.strictEqual(editsBetween("", "abc"), 3)
    assert.strictEqual(editsBetween("abc", ""), 3)
    assert.strictEqual(editsBetween("payed", "paid"), 2)
    assert.strictEqual(nearest("trno", ["bsc", "tron", "ethereum"], 2), "tron")
    assert.strictEqual(nearest("ab", ["abc", "abd"], 1), "abc")
  })

  it("is none beyond the bound", () => {
    assert.isUndefined(nearest("tron", ["polygon"], 2))
    assert.isUndefined(nearest("a", ["abcd"], 2))
    assert.isUndefined(nearest("a", [], 2))
  })
})
