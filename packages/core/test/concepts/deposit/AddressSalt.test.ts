import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { derivationPathOf } from "../../../src/concepts/chain/AddressSalt.ts"

describe("the path that a salt draws", () => {
  it("is made of its first 64 bits, each number without its highest bit", () => {
    assert.deepStrictEqual(derivationPathOf("00".repeat(16)), [0, 0])
    assert.deepStrictEqual(derivationPathOf("ff".repeat(16)), [2 ** 31 - 1, 2 ** 31 - 1])
    assert.deepStrictEqual(derivationPathOf(`8000000100000002${"ff".repeat(8)}`), [1, 2])
  })

  it("is two numbers that a hardened level does not reach, whatever the salt", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 16, maxLength: 16 }), (bytes) => {
        for (const level of derivationPathOf(Buffer.from(bytes).toString("hex"))) {
          assert.isTrue(Number.isInteger(level) && level >= 0 && level < 2 ** 31)
        }
      })
    )
  })
})
