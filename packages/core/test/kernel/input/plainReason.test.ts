import { assert, it } from "vitest"
import { plainReason } from "../../../src/kernel/input/plainReason.ts"

it("a reason is one line without invisible characters", () => {
  for (const [said, plain] of [
    ["execution reverted: blocked", "execution reverted: blocked"],
    ["  two\nlines\t\u0000 ", "two lines"],
    ["\u202eevil\u2066 text\ufeff", "evil text"],
    ["a lone \ud800 half", "a lone half"],
    ["", ""]
  ] as const)
    assert.strictEqual(plainReason(said), plain)
})

it("of a URL only the host is shown", () => {
  for (const [said, plain] of [
    ["request to https://node.example/v3/KEY failed", "request to https://node.example failed"],
    ["https://user:pass@node.example:8545/", "https://node.example:8545"],
    ["https://user:p@ss@node.example/KEY?key=SECRET#x,", "https://node.example"],
    ["https://node.example?key=SECRET", "https://node.example"],
    [
      "see (wss://node.example/KEY) and <http://b.example/KEY>",
      "see (wss://node.example and <http://b.example>"
    ]
  ] as const)
    assert.strictEqual(plainReason(said), plain)
})

it("a reason has at most 300 characters, none of them half of one", () => {
  const long = plainReason("x".repeat(299) + "😀".repeat(10_000))
  assert.isAtMost(long.length, 300)
  assert.isTrue(long.isWellFormed())
  assert.strictEqual(plainReason(`${" ".repeat(10)}${"y".repeat(400)}`).length, 300)
})
