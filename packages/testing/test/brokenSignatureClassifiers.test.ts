import { describe, it } from "@effect/vitest"
import { SignatureImageRefused } from "@quittance/core"
import type { SignatureClassifier, SignatureEvidence, SignatureQuality } from "@quittance/core/adapter"
import { type Checks, signatureEvidenceChecks, signatureRefusalChecks } from "@quittance/testing"
import { Effect } from "effect"
import { breaks } from "./BrokenProvider.ts"
import { type Manner, plainClassifier } from "./PlainSignatureClassifier.ts"

/**
 * The suite of signature classifiers can fail: each classifier here breaks one promise, and its check must die on it.
 */

const checks: Checks<SignatureClassifier> = { ...signatureEvidenceChecks, ...signatureRefusalChecks }
type Proof = keyof typeof signatureEvidenceChecks | keyof typeof signatureRefusalChecks

const quality = (change: (quality: SignatureQuality) => Partial<SignatureQuality>): Manner => ({
  says: (evidence) => ({ ...evidence, quality: { ...evidence.quality, ...change(evidence.quality) } })
})

const says = (
  change: (evidence: SignatureEvidence, count: number) => Partial<SignatureEvidence>
): Manner => ({
  says: (evidence, count) => ({ ...evidence, ...change(evidence, count) })
})

const refuses = (fault: SignatureImageRefused["fault"], instead: SignatureImageRefused["fault"]): Manner => ({
  refuses: (refused) => (refused.fault === fault ? new SignatureImageRefused({ fault: instead }) : refused)
})

const broken: ReadonlyArray<readonly [string, Proof, Manner]> = [
  [
    "is surer than sure",
    "every figure is in its range, whatever the image shows",
    says(({ probabilities }) => ({ probabilities: { ...probabilities, drawing: 0.9 } }))
  ],
  [
    "divides by nothing",
    "every figure is in its range, whatever the image shows",
    quality(({ contrast, inkCoverage }) => ({ contrast: inkCoverage === 0 ? Number.NaN : contrast }))
  ],
  [
    "tells the size that it works at",
    "every figure is in its range, whatever the image shows",
    says(({ height, width }) => ({ width: Math.min(width, 384), height: Math.min(height, 384) }))
  ],
  [
    "remembers",
    "the same image gets the same evidence, also among others, and stays the caller's",
    says((_evidence, count) => ({ acceptFrom: 1 / count }))
  ],
  [
    "writes into what it was given",
    "the same image gets the same evidence, also among others, and stays the caller's",
    {
      image: (file) => {
        const copy = Uint8Array.from(file)
        file.fill(0, 30)
        return copy
      }
    }
  ],
  [
    "takes what one could see through for colours",
    "the same picture gets the same evidence however it is written",
    {
      image: (file) => {
        const copy = Uint8Array.from(file)
        // The type without what is seen through.
        if (copy[25] === 6) copy[25] = 2
        return copy
      }
    }
  ],
  [
    "sees ink everywhere",
    "white paper has no ink, and paper that is written on has",
    quality(() => ({ inkCoverage: 0.1 }))
  ],
  [
    "sees none",
    "white paper has no ink, and paper that is written on has",
    quality(() => ({ inkCoverage: 0 }))
  ],
  [
    "takes the upper side for the left",
    "ink is where it was drawn",
    quality(({ inkBox }) => ({ inkBox: { ...inkBox, left: inkBox.top, top: inkBox.left } }))
  ],
  [
    "does not look at the border",
    "ink that the border cuts off is told, and what stands in the middle is not",
    quality(() => ({ cutStrokes: 0 }))
  ],
  ["counts one", "two lines of loops that stand apart are two groups", quality(() => ({ groups: 1 }))],
  [
    "makes every image as bright as it can be",
    "dark paper is darker, faint ink fainter, and a washed-out picture less sharp",
    quality(() => ({ brightness: 255 }))
  ],
  [
    "knows no sharpness",
    "dark paper is darker, faint ink fainter, and a washed-out picture less sharp",
    quality(() => ({ sharpness: 0.5 }))
  ],
  [
    "calls everything unreadable",
    "what is empty, and what is none of the four formats",
    refuses("unsupported", "unreadable")
  ],
  [
    "calls what is cut off too large",
    "what is cut off anywhere is unreadable",
    refuses("unreadable", "tooLarge")
  ],
  [
    "does not know what only begins as an image",
    "what only begins as an image is unreadable",
    refuses("unreadable", "unsupported")
  ],
  [
    "has no bound of pixels",
    "a size that is too large is refused by its claim, whatever the file holds",
    refuses("tooManyPixels", "unreadable")
  ]
]

describe("a signature classifier that", () => {
  // Or what the others die on might be what they have in common.
  for (const [proof, check] of Object.entries(checks))
    it.effect(`breaks nothing keeps this: ${proof}`, () => Effect.provide(check, plainClassifier()))
  for (const [law, proof, manner] of broken)
    breaks(law, plainClassifier(manner), checks[proof] ?? Effect.void)
})
