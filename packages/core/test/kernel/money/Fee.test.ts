import { Option, Schema } from "effect"
import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import { FeePayer, FeeTerms, feeOn, fixedFee, noFee } from "../../../src/kernel/money/Fee.ts"
import { holds } from "../../holds.ts"
import { feeTerms, minorBelow } from "./amounts.ts"

const amounts = minorBelow(10n ** 15n)
const percent = (basisPoints: number, fixedMinor = 0n) => ({ ...noFee, basisPoints, fixedMinor })

describe("feeOn", () => {
  it("charges one percent of 100 USDT as 1 USDT", () =>
    assert.strictEqual(feeOn(100_000_000n, percent(100)), 1_000_000n))

  it("rounds half to even, once, over percent and fixed part together", () => {
    assert.strictEqual(feeOn(50n, percent(100)), 0n)
    assert.strictEqual(feeOn(150n, percent(100)), 2n)
    assert.strictEqual(feeOn(250n, percent(100)), 2n)
    assert.strictEqual(feeOn(50n, percent(100, 1n)), 2n)
  })

  it("holds the fee between minimum and maximum", () => {
    const terms = { ...percent(100), minMinor: 5n, maxMinor: Option.some(7n) }
    assert.deepStrictEqual(
      [0n, 499n, 600n, 700n, 10_000n].map((amount) => feeOn(amount, terms)),
      [5n, 5n, 6n, 7n, 7n]
    )
  })

  it("charges nothing without terms, and a fixed fee whatever the amount", () =>
    holds(
      fc.property(amounts, amounts, (amount, fixed) => {
        assert.strictEqual(feeOn(amount, noFee), 0n)
        assert.strictEqual(feeOn(amount, fixedFee(fixed)), fixed)
      })
    ))

  it("is never negative, and within its bounds", () =>
    holds(
      fc.property(amounts, feeTerms, (amount, terms) => {
        const fee = feeOn(amount, terms)
        assert.isTrue(fee >= terms.minMinor)
        assert.isTrue(Option.match(terms.maxMinor, { onNone: () => true, onSome: (max) => fee <= max }))
      })
    ))

  it("is within half a minor unit of the exact fee where no bound cuts it", () =>
    holds(
      fc.property(amounts, feeTerms, (amount, { basisPoints, fixedMinor }) => {
        const exactTimes10k = amount * BigInt(basisPoints) + fixedMinor * 10_000n
        const off = feeOn(amount, percent(basisPoints, fixedMinor)) * 10_000n - exactTimes10k
        assert.isTrue(off >= -5_000n && off <= 5_000n)
      })
    ))

  it("grows with the amount, and never faster than it", () =>
    holds(
      fc.property(amounts, amounts, feeTerms, (amount, more, terms) => {
        const growth = feeOn(amount + more, terms) - feeOn(amount, terms)
        assert.isTrue(growth >= 0n && growth <= more)
      })
    ))
})

describe("what is agreed on fees", () => {
  it("comes back whole from the JSON that it is stored as", () => {
    const json = Schema.toCodecJson(FeeTerms)
    holds(
      fc.property(feeTerms, (terms) => {
        const stored: unknown = JSON.parse(JSON.stringify(Schema.encodeSync(json)(terms)))
        assert.deepStrictEqual(Schema.decodeUnknownSync(json)(stored), terms)
      })
    )
  })

  it("names the merchant or the payer, and nobody else", () =>
    assert.deepStrictEqual(FeePayer.literals, ["merchant", "payer"]))
})
