import { addressBlock } from "@quittance/core/adapter"
import { assert, it } from "vitest"

it.each([
  ["203.0.113.9", "203.0.113.9"],
  ["::ffff:203.0.113.9", "203.0.113.9"],
  ["::ffff:cb00:7109", "203.0.113.9"],
  ["64:ff9b::203.0.113.9", "203.0.113.9"],
  ["2002:cb00:7109::1", "203.0.113.9"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:0DB8:0001:0002:ffff::", "2001:db8:1:2::/64"],
  ["2001:db8:1:3::", "2001:db8:1:3::/64"],
  ["fe80::1%eth0", "fe80::/64"],
  ["::1", "::/64"],
  ["", ""],
  ["unknown", "unknown"]
])("of %s is %s", (address, block) => {
  assert.strictEqual(addressBlock(address, 64), block)
})

it("of 48 bits holds 65 536 of 64", () => {
  assert.strictEqual(addressBlock("2001:db8:1:2:3::", 48), "2001:db8:1::/48")
  assert.strictEqual(addressBlock("2001:db8:1:ffff::", 48), "2001:db8:1::/48")
  assert.strictEqual(addressBlock("2001:db8:2::", 48), "2001:db8:2::/48")
})
