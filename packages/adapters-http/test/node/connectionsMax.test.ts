import { assert, it } from "vitest"
import { connectionsMaxFor, connectionsMaxHere, descriptorLimitIn } from "../../src/node/connectionsMax.ts"

const limits = (soft: string): string =>
  `Limit                     Soft Limit           Hard Limit           Units\nMax processes             7                    8                    processes\nMax open files            ${soft}                 524288               files\n`

it.each([
  [limits("1024"), 768],
  [limits("256"), 192],
  [limits("1048576"), 8_192],
  [limits("unlimited"), 8_192],
  ["", 768]
])("leaves a quarter of the descriptors to everything else", (text, expected) => {
  assert.strictEqual(connectionsMaxFor(descriptorLimitIn(text)), expected)
})

it("finds a bound here", () => {
  assert.isAbove(connectionsMaxHere(), 0)
})
