import { assert, describe, it } from "vitest"
import { isCidr, isInBlocks } from "../../../src/concepts/partner/Cidr.ts"

describe("an address block", () => {
  const blocks = [
    "10.0.0.0/8",
    "192.0.2.7",
    "192.0.2.7/32",
    "0.0.0.0/0",
    "2001:db8::/32",
    "::1",
    "::/0",
    "::ffff:10.0.0.0/104",
    "::ffff:0:0/96",
    "::ffff:7f00:1/128"
  ]
  for (const text of blocks) it(`${text} is one`, () => assert.isTrue(isCidr(text)))

  const none = [
    "",
    "/8",
    "10.0.0.0/",
    "10.0.0.0/33",
    "10.0.0.0/-1",
    "10.0.0.0/8/8",
    "10.0.0.0/ 8",
    "10.0.0.0/0x8",
    "10.0.0",
    "10.1",
    "167772160",
    "0x0a000001",
    "256.0.0.1",
    "2001:db8::/129",
    "::ffff:10.0.0.0/129",
    "example.org",
    "*"
  ]
  for (const text of none) it(`${JSON.stringify(text)} is none`, () => assert.isFalse(isCidr(text)))
})

describe("an address lies in a block", () => {
  const cases: ReadonlyArray<readonly [string, ReadonlyArray<string>, boolean]> = [
    ["10.255.255.255", ["10.0.0.0/8"], true],
    ["11.0.0.0", ["10.0.0.0/8"], false],
    ["192.0.2.7", ["192.0.2.7"], true],
    ["192.0.2.8", ["192.0.2.7"], false],
    ["192.0.2.8", ["192.0.2.7", "192.0.2.8/31"], true],
    ["::ffff:10.1.2.3", ["10.0.0.0/8"], true],
    ["10.1.2.3", ["::ffff:10.0.0.0"], false],
    ["10.1.2.3", ["::ffff:10.0.0.0/104"], true],
    ["11.1.2.3", ["::ffff:10.0.0.0/104"], false],
    ["203.0.113.9", ["::ffff:0:0/96"], true],
    ["::ffff:203.0.113.9", ["::ffff:0:0/96"], true],
    ["2001:db8::1", ["::ffff:0:0/96"], false],
    ["127.0.0.1", ["::ffff:7f00:1/128"], true],
    ["127.0.0.2", ["::ffff:7f00:1/128"], false],
    ["2001:db8:1::1", ["2001:db8::/32"], true],
    ["2001:DB8:0:0::1", ["2001:db8::1"], true],
    ["10.1.2.3", ["::/0"], false],
    ["2001:db8::1", ["0.0.0.0/0"], false],
    ["nonsense", ["0.0.0.0/0", "::/0"], false],
    ["", ["0.0.0.0/0"], false],
    ["10.1.2.3", [], false],
    ["10.1.2.3", ["nonsense"], false]
  ]
  for (const [address, blocks, inside] of cases) {
    it(`${address || "nothing"} ${inside ? "in" : "not in"} ${blocks.join(", ") || "no block"}`, () =>
      assert.strictEqual(isInBlocks(address, blocks), inside))
  }
})
