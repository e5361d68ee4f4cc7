import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import type { SignatureEvidence } from "../../../src/concepts/signature/SignatureEvidence.ts"
import { signatureVerdictOf } from "../../../src/concepts/signature/SignatureVerdict.ts"
import { evidence, probably } from "./evidenceSamples.ts"

/** Any number there is, and those that are none. */
const anything = fc.oneof(
  fc.double(),
  fc.double({ min: 0, max: 1 }),
  fc.integer({ min: -10, max: 10_000 }),
  fc.constantFrom(Number.NaN, Infinity, -Infinity, 0, -0, 1, Number.MAX_VALUE, Number.MIN_VALUE)
)

const evidenceOf = (number: fc.Arbitrary<number>): fc.Arbitrary<SignatureEvidence> =>
  fc.record({
    width: number,
    height: number,
    quality: fc.record({
      inkCoverage: number,
      strokeWidthPixels: number,
      contrast: number,
      sharpness: number,
      edgeWidthPixels: number,
      brightness: number,
      luminanceRange: number,
      noise: number,
      cutStrokes: number,
      inkBox: fc.record({ left: number, top: number, width: number, height: number }),
      groups: number,
      narrowestGroup: number
    }),
    probabilities: fc.record({
      signature: number,
      notASignature: number,
      printedText: number,
      handwrittenText: number,
      drawing: number
    }),
    sideways: number,
    acceptFrom: number
  })

const share = fc.double({ min: 0, max: 1, noNaN: true })

const assertSound = (given: SignatureEvidence): void => {
  const verdict = signatureVerdictOf(given)
  const { category, confidenceScore, isValid, issueCodes, issues, recommendations } = verdict
  assert.strictEqual(isValid, category === 0)
  assert.isTrue(Number.isInteger(confidenceScore) && confidenceScore >= 0 && confidenceScore <= 100)
  assert.isFalse(Object.is(confidenceScore, -0))
  assert.strictEqual(issues.length, issueCodes.length)
  assert.strictEqual(new Set(issueCodes).size, issueCodes.length)
  assert.isAtMost(recommendations.length, issues.length)
  if (!isValid) assert.isNotEmpty(issues)
  if (issues.some((issue) => issue.startsWith("It may be"))) assert.lengthOf(recommendations, 1)
  if (category === 6 || category === 7) assert.isAtMost(confidenceScore, 50)
}

describe("laws of verdicts", () => {
  it("is sound, whatever a classifier says", () => {
    fc.assert(fc.property(evidenceOf(anything), assertSound), { numRuns: 2000, seed: 20260101 })
  })

  it("is sound on what classifiers do say, and never contradicts its threshold", () => {
    const usual = fc.record({ quality: fc.constant({}), acceptFrom: share, probability: share })
    fc.assert(
      fc.property(usual, ({ acceptFrom, probability }) => {
        const given = evidence({}, { acceptFrom, probabilities: probably("signature", probability) })
        assertSound(given)
        const { category, confidenceScore } = signatureVerdictOf(given)
        if (acceptFrom === 0) return
        if (category === 0) assert.isAtLeast(confidenceScore, acceptFrom * 100 - 1e-6)
        if (category === 8) assert.isBelow(confidenceScore, acceptFrom * 100)
      }),
      { numRuns: 2000, seed: 20260102 }
    )
  })

  it("a signature that is more probable is never less valid, nor its confidence lower", () => {
    fc.assert(
      fc.property(share, share, share, (one, other, acceptFrom) => {
        const [less, more] = [Math.min(one, other), Math.max(one, other)].map((probability) =>
          signatureVerdictOf(evidence({}, { acceptFrom, probabilities: probably("signature", probability) }))
        )
        if (less?.category !== 0) return
        assert.isTrue(more?.isValid)
        assert.isAtLeast(more?.confidenceScore ?? 0, less.confidenceScore)
      }),
      { numRuns: 1000, seed: 20260103 }
    )
  })

  it("a sharper image is never judged to be of lower quality", () => {
    fc.assert(
      fc.property(share, share, (one, other) => {
        const [less, more] = [Math.min(one, other), Math.max(one, other)].map((sharpness) =>
          signatureVerdictOf(evidence({ sharpness }))
        )
        if (less?.isValid === true) assert.isTrue(more?.isValid)
        if (more?.category === 6) {
          assert.strictEqual(less?.category, 6)
          assert.isAtMost(less?.confidenceScore ?? 0, more.confidenceScore)
        }
      }),
      { numRuns: 1000, seed: 20260104 }
    )
  })
})
