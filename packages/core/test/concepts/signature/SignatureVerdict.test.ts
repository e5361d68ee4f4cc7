import { assert, describe, it } from "@effect/vitest"
import { SignatureBounds as bounds } from "../../../src/concepts/signature/SignatureBounds.ts"
import {
  type SignatureCategory,
  signatureCategories,
  signatureCategoryDescriptions
} from "../../../src/concepts/signature/SignatureCategory.ts"
import type {
  SignatureEvidence,
  SignatureKind,
  SignatureQuality
} from "../../../src/concepts/signature/SignatureEvidence.ts"
import { type SignatureIssueCode, signatureIssues } from "../../../src/concepts/signature/SignatureIssue.ts"
import { signatureVerdictOf } from "../../../src/concepts/signature/SignatureVerdict.ts"
import { evidence, probably } from "./evidenceSamples.ts"

/** Probably a signature, but not so certainly that a measure is outweighed. */
const likely = { probabilities: probably("signature", bounds.certainFrom - 0.05) }

const categoryOf = (given: SignatureEvidence): number => signatureVerdictOf(given).category
const codesOf = (given: SignatureEvidence) => signatureVerdictOf(given).issueCodes

const kinds: ReadonlyArray<readonly [SignatureKind, SignatureCategory]> = [
  ["notASignature", 2],
  ["printedText", 3],
  ["handwrittenText", 4],
  ["drawing", 5]
]

/** One fault each: what is measured then, and what it is called. */
const qualityFaults: ReadonlyArray<readonly [SignatureIssueCode, Partial<SignatureQuality>]> = [
  ["blurred", { sharpness: bounds.sharpnessMin * 0.9 }],
  ["blurred", { edgeWidthPixels: bounds.edgeWidthMax * 1.1 }],
  ["too_dark", { brightness: bounds.brightnessMin * 0.9 }],
  ["low_contrast", { contrast: bounds.contrastMin * 0.9 }],
  ["noisy", { noise: bounds.noiseMax * 1.1 }]
]
const framingFaults: ReadonlyArray<readonly [SignatureIssueCode, Partial<SignatureQuality>]> = [
  ["cropped", { cutStrokes: bounds.cutStrokesMax * 1.1 }],
  [
    "signature_too_small",
    { inkBox: { left: 0.5, top: 0.5, width: bounds.inkSpreadMin * 0.9, height: 0.01 } }
  ],
  ["several_signatures", { groups: bounds.groupsMax + 1 }]
]

describe("the verdict on a signature", () => {
  it("is valid, without a complaint, where nothing is wrong", () => {
    assert.deepStrictEqual(signatureVerdictOf(evidence()), {
      isValid: true,
      confidenceScore: 98,
      category: 0,
      description: "The image shows a genuine handwritten signature.",
      issues: [],
      issueCodes: [],
      recommendations: []
    })
  })

  it("is valid from the threshold on, and never prints less than the threshold", () => {
    for (const [acceptFrom, probability, score] of [
      [0.874, 0.8741, 88],
      [0.87, 0.87, 87],
      [0.29, 0.29, 29],
      [1, 1, 100]
    ] as const) {
      const given = evidence({}, { acceptFrom, probabilities: probably("signature", probability) })
      assert.deepInclude(signatureVerdictOf(given), { isValid: true, category: 0, confidenceScore: score })
    }
  })

  it("is undetermined below the threshold, and never prints the threshold", () => {
    for (const [acceptFrom, probability, score] of [
      [0.874, 0.8739, 87],
      [0.87, 0.8699, 86],
      [0.6, 0.55, 55]
    ] as const) {
      const given = evidence({}, { acceptFrom, probabilities: probably("signature", probability) })
      assert.deepInclude(signatureVerdictOf(given), { isValid: false, category: 8, confidenceScore: score })
      assert.strictEqual(codesOf(given)[0], "undetermined")
    }
  })

  it("is valid with advice where a measure is only just good enough", () => {
    const given = evidence({ brightness: bounds.brightnessMin, sharpness: bounds.sharpnessMin * 1.1 })
    const verdict = signatureVerdictOf(given)
    assert.isTrue(verdict.isValid)
    assert.deepStrictEqual(verdict.issueCodes, ["somewhat_blurred", "somewhat_dark"])
    assert.lengthOf(verdict.recommendations, 2)
    assert.isEmpty(codesOf(evidence({ brightness: bounds.brightnessMin * bounds.adviceUpTo })))
  })
})

describe("the verdict on what is no signature", () => {
  it.each(kinds)("%s is %i, with the probability of that kind", (kind, category) => {
    for (const probability of [bounds.kindFrom, 0.7, 0.987]) {
      const verdict = signatureVerdictOf(evidence({}, { probabilities: probably(kind, probability) }))
      assert.deepInclude(verdict, {
        isValid: false,
        category,
        confidenceScore: Math.round(probability * 100)
      })
      assert.lengthOf(verdict.issueCodes, 1)
    }
  })

  it("is 8 where no kind is more probable than not", () => {
    const probabilities = { ...probably("drawing", 0.45), signature: 0.4, printedText: 0, notASignature: 0 }
    assert.deepInclude(signatureVerdictOf(evidence({}, { probabilities })), {
      category: 8,
      confidenceScore: 45
    })
  })

  it("is 8 where a kind is hardly more probable than a signature", () => {
    const close = {
      ...probably("drawing", 0.55),
      signature: 0.4,
      printedText: 0.05,
      notASignature: 0,
      handwrittenText: 0
    }
    assert.deepInclude(signatureVerdictOf(evidence({}, { probabilities: close, acceptFrom: 0.5 })), {
      category: 8,
      confidenceScore: 49
    })
    assert.strictEqual(
      categoryOf(evidence({}, { probabilities: { ...close, signature: 0.3, printedText: 0.15 } })),
      5
    )
  })

  it("is cut off, not undetermined, where the network doubts and nearly as many strokes cross the border", () => {
    const nearly = { cutStrokes: bounds.cutStrokesMax / 1.1 }
    const verdict = signatureVerdictOf(
      evidence(nearly, { acceptFrom: 0.8, probabilities: probably("signature", 0.6) })
    )
    assert.deepInclude(verdict, { isValid: false, category: 7, confidenceScore: 30, issueCodes: ["cropped"] })
    assert.strictEqual(categoryOf(evidence(nearly, { probabilities: probably("signature", 0.99) })), 0)
  })

  it("is a photo where the network is sure, in the dark and with ink at all borders", () => {
    const photo = { cutStrokes: 2, groups: 5, brightness: bounds.brightnessMin / 2, sharpness: 0 }
    assert.strictEqual(categoryOf(evidence(photo, { probabilities: probably("notASignature", 0.95) })), 2)
  })

  it("is not blurred where a thick stroke is soft, nor where a thin one is as wide as its edges", () => {
    const edgeWidthPixels = bounds.edgeWidthMax * 1.5
    const thick = { edgeWidthPixels, strokeWidthPixels: edgeWidthPixels / bounds.edgeShareMax + 1 }
    assert.isTrue(signatureVerdictOf(evidence(thick)).isValid)
    assert.isTrue(signatureVerdictOf(evidence({ edgeWidthPixels: 1, strokeWidthPixels: 1 })).isValid)
    const soft = { ...thick, strokeWidthPixels: edgeWidthPixels / 0.4 }
    assert.strictEqual(categoryOf(evidence(soft, likely)), 6)
  })

  it("is of the image's quality where what is blurred looks like print, however sure the network is", () => {
    assert.strictEqual(
      categoryOf(evidence({ sharpness: 0 }, { probabilities: probably("printedText", 0.99) })),
      6
    )
  })

  it("is of the image's quality where the network is not sure", () => {
    const probabilities = probably("notASignature", bounds.sureFrom - 0.01)
    assert.strictEqual(categoryOf(evidence({ sharpness: 0 }, { probabilities })), 6)
    assert.strictEqual(categoryOf(evidence({ cutStrokes: 2 }, { probabilities })), 2)
  })
})

describe("the verdict on an image without ink", () => {
  it("is blank, whatever the network says, and the surer the less there is", () => {
    const score = (quality: Partial<SignatureQuality>) => {
      const given = evidence(
        { luminanceRange: 20, ...quality },
        { probabilities: probably("printedText", 0.99) }
      )
      const verdict = signatureVerdictOf(given)
      assert.deepInclude(verdict, { isValid: false, category: 1, issueCodes: ["no_ink"] })
      return verdict.confidenceScore
    }
    assert.strictEqual(score({ inkCoverage: 0 }), 100)
    assert.strictEqual(score({ inkCoverage: bounds.inkCoverageMin / 2 }), 75)
    assert.strictEqual(score({ contrast: bounds.blankContrast * 0.8 }), 60)
  })

  it("is blank where what stands out is noise", () => {
    const noise = 20
    const contrast = (noise * bounds.blankNoiseMultiple * 0.9) / 240
    const range = { luminanceRange: 50 }
    assert.strictEqual(categoryOf(evidence({ ...range, noise, contrast }, likely)), 1)
    assert.notStrictEqual(categoryOf(evidence({ ...range, noise, contrast: contrast * 1.2 }, likely)), 1)
  })
})

describe("the verdict on solid shapes", () => {
  const solid = { inkCoverage: 0, contrast: 0, luminanceRange: bounds.blankRangeMax }

  it("is what the network thinks, not blank: a logo, a button, a photo", () => {
    for (const [kind, category] of kinds)
      assert.deepInclude(signatureVerdictOf(evidence(solid, { probabilities: probably(kind, 0.9) })), {
        category,
        confidenceScore: 90
      })
  })

  it("is undetermined, never valid, where the network thinks of nothing or of a signature", () => {
    for (const probability of [0.3, 0.99])
      assert.deepInclude(
        signatureVerdictOf(evidence(solid, { probabilities: probably("signature", probability) })),
        { isValid: false, category: 8, issueCodes: ["no_ink"] }
      )
  })
})

describe("the verdict on what the network is certain of", () => {
  const sure = { probabilities: probably("signature", bounds.oneSignatureFrom) }
  const certain = { probabilities: probably("signature", bounds.oneSignatureFrom - 0.01) }

  it("is a valid signature where it is accepted and a group looks like a character: a spaced Chinese name", () => {
    const spaced = { groups: 2, narrowestGroup: bounds.characterWidthMax }
    const accepted = evidence(spaced, { acceptFrom: 0.76, probabilities: probably("signature", 0.76) })
    assert.deepStrictEqual(codesOf(accepted), [])
    assert.strictEqual(categoryOf(accepted), 0)
    const doubtful = evidence(spaced, { acceptFrom: 0.76, probabilities: probably("signature", 0.75) })
    assert.strictEqual(categoryOf(doubtful), 7, "where it is none, the measure counts")
  })

  it("is a valid signature where the network is sure of one, however wide its groups are: a joined-up surname and given name", () => {
    for (const narrowestGroup of [bounds.characterWidthMax * 1.01, 4])
      assert.deepInclude(signatureVerdictOf(evidence({ groups: 2, narrowestGroup }, sure)), {
        category: 0,
        issueCodes: []
      })
    assert.strictEqual(
      categoryOf(evidence({ groups: 2 }, sure)),
      0,
      "of a classifier that does not measure them"
    )
  })

  it("is several signatures where the network is less sure and all groups are wider than a character, or the image is blurred", () => {
    const two = { groups: 2, narrowestGroup: bounds.characterWidthMax * 1.01 }
    for (const quality of [two, { groups: 2 }]) {
      assert.deepStrictEqual(codesOf(evidence(quality, certain)), ["several_signatures"])
      assert.strictEqual(categoryOf(evidence(quality, certain)), 7)
    }
    const blurred = { groups: 2, narrowestGroup: 1, sharpness: bounds.sharpnessMin * 0.99 }
    assert.deepStrictEqual(codesOf(evidence(blurred, sure)), ["blurred", "several_signatures"])
  })

  it("is valid, with advice, where soft strokes have wide edges, down to a floor of sharpness", () => {
    const soft = { edgeWidthPixels: (bounds.edgeWidthMax / bounds.certainEdgesMin) * 0.99 }
    assert.deepInclude(signatureVerdictOf(evidence(soft)), { category: 0, issueCodes: ["somewhat_blurred"] })
    assert.strictEqual(categoryOf(evidence(soft, likely)), 6)
    const sharpEnough = { ...soft, sharpness: bounds.certainSharpnessMin * 4.01, brightness: 255 / 2 }
    assert.strictEqual(categoryOf(evidence(sharpEnough)), 0)
    assert.strictEqual(categoryOf(evidence({ ...sharpEnough, brightness: 255 / 2.1 })), 6)
    assert.strictEqual(categoryOf(evidence({ edgeWidthPixels: soft.edgeWidthPixels * 1.1 })), 6)
  })

  it("is valid, with advice, where dots of paper or cut print touch the border", () => {
    const cut = { cutStrokes: bounds.cutStrokesMax * 2 }
    assert.deepInclude(signatureVerdictOf(evidence(cut)), { category: 0, issueCodes: ["near_the_border"] })
    assert.strictEqual(categoryOf(evidence(cut, likely)), 7)
  })

  it("is of the image's quality, not blank, where its ink is faint", () => {
    for (const faint of [{ contrast: bounds.blankContrast * 0.9 }, { noise: 9, contrast: 0.05 }]) {
      const quality = { luminanceRange: 20, ...faint }
      assert.deepInclude(signatureVerdictOf(evidence(quality)), { category: 6, issueCodes: ["low_contrast"] })
      assert.strictEqual(categoryOf(evidence(quality, likely)), 1)
    }
  })
})

describe("the verdict on a signature that lies on its side", () => {
  const lying = { sideways: bounds.sidewaysFrom, probabilities: probably("drawing", 0.99) }

  it("is 8, and says so", () => {
    assert.deepInclude(signatureVerdictOf(evidence({}, lying)), {
      isValid: false,
      category: 8,
      issueCodes: ["sideways"],
      recommendations: ["Turn the image by a quarter, so that the signature is upright."]
    })
    assert.strictEqual(categoryOf(evidence({}, { ...lying, sideways: bounds.sidewaysFrom - 0.01 })), 5)
    assert.strictEqual(
      categoryOf(evidence({}, { ...lying, probabilities: probably("notASignature", 0.99) })),
      8
    )
  })

  it("is none where it is one as it stands, nor before the image is good enough", () => {
    assert.isTrue(signatureVerdictOf(evidence({}, { sideways: 1 })).isValid)
    const dark = { brightness: bounds.brightnessMin / 2 }
    assert.strictEqual(categoryOf(evidence(dark, lying)), 6)
    assert.strictEqual(
      categoryOf(evidence(dark, { ...lying, probabilities: probably("notASignature", 0.99) })),
      2
    )
  })
})

describe("the verdict on an image that is not good enough", () => {
  it.each(qualityFaults)("%s is 6", (code, quality) => {
    assert.strictEqual(categoryOf(evidence(quality, likely)), 6)
    assert.deepStrictEqual(codesOf(evidence(quality, likely)), [code])
  })

  it("too few pixels are 6, on either side", () => {
    for (const size of [
      { width: bounds.longSideMin - 1, height: bounds.longSideMin - 1 },
      { width: 500, height: bounds.shortSideMin - 1 }
    ])
      assert.include(codesOf(evidence({}, size)), "too_few_pixels")
    assert.strictEqual(categoryOf(evidence({}, { width: 60, height: 20 })), 6)
  })

  it.each(framingFaults)("%s is 7", (code, quality) => {
    assert.strictEqual(categoryOf(evidence(quality, likely)), 7)
    assert.deepStrictEqual(codesOf(evidence(quality, likely)), [code])
  })

  it("is 6 before 7, and everything that is wrong is told", () => {
    const both = evidence({ sharpness: 0, groups: 3, brightness: bounds.brightnessMin })
    assert.strictEqual(categoryOf(both), 6)
    assert.deepStrictEqual(codesOf(both), ["blurred", "several_signatures", "somewhat_dark"])
  })

  it("has a low confidence, the lower the worse the image is", () => {
    const scores = [0.99, 0.5, 0.1, 0].map(
      (share) =>
        signatureVerdictOf(evidence({ sharpness: bounds.sharpnessMin * share }, likely)).confidenceScore
    )
    assert.deepStrictEqual(scores, [42, 21, 4, 0])
  })
})

it("every category has a description and every issue a sentence of its own", () => {
  const descriptions = signatureCategories.map((category) => signatureCategoryDescriptions[category])
  assert.strictEqual(new Set(descriptions).size, 9)
  const issues = Object.values(signatureIssues)
  assert.strictEqual(new Set(issues.map(({ sentence }) => sentence)).size, issues.length)
  for (const code of Object.keys(signatureIssues)) assert.match(code, /^[a-z][a-z_]+$/)
  for (const { recommendation, sentence } of issues)
    for (const text of [sentence, recommendation]) assert.match(text, /^[A-Z][^.]+\.$/)
})
