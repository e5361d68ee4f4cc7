import { assert, describe, it } from "@effect/vitest"
import type { MadeTransfer } from "@quittance/core"
import { referenceOf } from "@quittance/core/adapter"
import { unknownAdvice } from "../src/command/payoutWords.ts"

const made = (reference: string): MadeTransfer => ({
  reference,
  payoutId: "",
  network: "tron",
  address: "T1",
  amountMinor: 1n,
  at: 0
})
const ofThis = made(referenceOf("payout", "shop", "key", "fingerprint"))
const ofFirst = made("01a2056e-63c9-778c-8f20-e2c9bd64239e")
const ofNetwork = made(`ethereum/0x${"ab".repeat(32)}`)

describe("what is said of transfers that the store does not know", () => {
  it("is that a repeat gets them, where they have a reference", () => {
    assert.match(unknownAdvice([ofThis]).join(), /^A client that repeats such a request gets that transfer/)
    assert.lengthOf(unknownAdvice([ofThis]), 1)
  })

  it("is that a repeat is paid again, where the first version made them", () => {
    assert.match(unknownAdvice([ofFirst]).join(), /^1 of them is .* is paid again/s)
    assert.lengthOf(unknownAdvice([ofFirst]), 1)
    assert.lengthOf(unknownAdvice([ofThis, ofFirst]), 2)
  })

  it("is that a repeat waits, where they were read back from a network", () => {
    assert.match(
      unknownAdvice([ofNetwork]).join(),
      /^1 of them was read back from a network.* a payout that waits/s
    )
    assert.lengthOf(unknownAdvice([ofNetwork]), 1)
    assert.lengthOf(unknownAdvice([ofThis, ofNetwork, ofFirst]), 3)
  })
})
