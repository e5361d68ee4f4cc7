import { generators } from "@quittance/testing"
import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import { type FingerprintFields, fingerprintOf } from "../../../src/kernel/idempotency/Idempotency.ts"
import { holds } from "../../holds.ts"

const value = fc.oneof(fc.string({ unit: generators.scalarValue }), fc.integer(), fc.boolean())
const fields: fc.Arbitrary<FingerprintFields> = fc.dictionary(
  fc.string({ unit: generators.scalarValue }),
  value
)

describe("the fingerprint of a request", () => {
  it("is the SHA-256 of its canonical JSON", () => {
    const ofNothing = "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a"
    assert.strictEqual(fingerprintOf({}), ofNothing)
    assert.strictEqual(fingerprintOf({ note: undefined }), ofNothing)
  })

  it("does not depend on the order of fields nor on absent ones", () =>
    holds(
      fc.property(fields, (one) => {
        const backwards = Object.fromEntries(Object.entries(one).toReversed())
        assert.strictEqual(fingerprintOf({ ...backwards, absent: undefined }), fingerprintOf(one))
      })
    ))

  it("differs whenever a field does, in value or in type", () =>
    holds(
      fc.property(fields, fc.string(), value, value, (rest, key, one, other) => {
        fc.pre(one !== other)
        assert.notStrictEqual(
          fingerprintOf({ ...rest, [key]: one }),
          fingerprintOf({ ...rest, [key]: other })
        )
      })
    ))

  it("cannot be forged by text that looks like another field", () =>
    assert.notStrictEqual(fingerprintOf({ a: '1","b":"2' }), fingerprintOf({ a: "1", b: "2" })))
})
