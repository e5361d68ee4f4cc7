import { assert, describe, it } from "@effect/vitest"
import { editsBetween, editsMaxOf, nearest } from "../../../src/kernel/input/nearest.ts"

describe("the nearest of several texts", () => {
  it("is the one with the fewest characters inserted, left out or changed", () => {
    assert.strictEqual(editsBetween("", "abc"), 3)
    assert.strictEqual(editsBetween("abc", ""), 3)
    assert.strictEqual(editsBetween("payed", "paid"), 2)
    assert.strictEqual(nearest("trno", ["bsc", "tron", "ethereum"], 2), "tron")
    assert.strictEqual(nearest("ab", ["abc", "abd"], 1), "abc")
  })

  it("counts two neighbours that changed places as one edit", () => {
    assert.strictEqual(editsBetween("trno", "tron"), 1)
    assert.strictEqual(editsBetween("ab", "ba"), 1)
    assert.strictEqual(editsBetween("abc", "cab"), 2)
  })

  it("may be farther from a longer word: a short one that is half wrong is another word", () => {
    assert.deepStrictEqual(
      ["", "a", "ab", "abcd", "abcde", "abcdef", "a".repeat(12)].map(editsMaxOf),
      [0, 0, 1, 1, 1, 2, 4]
    )
    assert.isUndefined(nearest("tcsh", ["bash", "zsh", "fish"]))
    assert.isUndefined(nearest("foo", ["name", "from", "concurrency"]))
    assert.isUndefined(nearest("x", ["a", "b"]))
    assert.strictEqual(nearest("bsah", ["bash", "zsh", "fish"]), "bash")
    assert.strictEqual(nearest("form", ["name", "from", "concurrency"]), "from")
    assert.strictEqual(nearest("concurency", ["name", "from", "concurrency"]), "concurrency")
  })

  it("is none beyond the bound", () => {
    assert.isUndefined(nearest("tron", ["polygon"], 2))
    assert.isUndefined(nearest("a", ["abcd"], 2))
    assert.isUndefined(nearest("a", [], 2))
  })
})
