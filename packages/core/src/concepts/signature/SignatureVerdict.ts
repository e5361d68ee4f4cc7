import { clampedEvidence } from "./clampedEvidence.ts"
import { SignatureBounds } from "./SignatureBounds.ts"
import { type SignatureCategory, signatureCategoryDescriptions } from "./SignatureCategory.ts"
import { doubtOf, mayBeSignature } from "./SignatureDoubt.ts"
import {
  mostProbableOf,
  type OtherKind,
  type SignatureEvidence,
  signatureKinds
} from "./SignatureEvidence.ts"
import { type SignatureFault, signatureFaultsOf, strokelessness } from "./SignatureFault.ts"
import { type SignatureIssueCode, signatureIssues } from "./SignatureIssue.ts"

/** The answer of the API and the library about an image. */
export interface SignatureVerdict {
  /** True only with category 0. */
  readonly isValid: boolean
  /** How certain the reported category is, an integer from 0 to 100; low if the image is not good enough. */
  readonly confidenceScore: number
  readonly category: SignatureCategory
  /** One sentence about the category. */
  readonly description: string
  /** Sentences about faults and possible improvements; a valid signature may have some. */
  readonly issues: ReadonlyArray<string>
  /** The code of each issue, in the same order. */
  readonly issueCodes: ReadonlyArray<SignatureIssueCode>
  /** What to do about the issues, each advice once. Of an image that may be a signature only what would help most. */
  readonly recommendations: ReadonlyArray<string>
}

/** The report for a kind that is not a signature. */
const ofKind: {
  readonly [K in OtherKind]: readonly [SignatureCategory, SignatureIssueCode]
} = {
  notASignature: [2, "not_a_signature"],
  printedText: [3, "printed_text"],
  handwrittenText: [4, "handwritten_text"],
  drawing: [5, "drawing"]
}

/**
 * The verdict that follows from the evidence. The first that applies:
 *
 * 1. There is almost no ink, or what there is stands out no more than noise: 1. Where solid shapes make the image light
 *    and dark all the same, it is what the network thinks it to be, else 8.
 * 2. The image is good enough, and the network sees no signature until it is turned by a quarter: 8.
 * 3. The network is sure that it is no handwriting at all: 2. So a photo is a photo, also in the dark and up to its
 *    borders.
 * 4. The image is blurred, dark, faint, noisy or has too few pixels: 6.
 * 5. The network thinks it more probable than not to be a kind that is no signature, and clearly more probable than a
 *    signature: 2 to 5.
 * 6. Much of the ink touches the border, it covers too little, or stands in several groups: 7.
 * 7. A signature is at least as probable as the model's card asks for: 0, and valid.
 * 8. Where nearly as many strokes cross the border, and nothing else explains the doubt: 7.
 * 9. Otherwise: 8.
 *
 * Where the network is certain of a signature, soft strokes, faint ones and those that touch the border have to be
 * worse to count. Groups are not several signatures where it is surer still, nor where it accepts the image and one of
 * them looks like a character of a spaced name.
 *
 * Where the network refuses what may be a signature (by 5 and 9), the verdict says so, and why.
 *
 * Never fails, whatever the figures are: what is no number counts as nothing.
 */
export const signatureVerdictOf = (evidence: SignatureEvidence): SignatureVerdict => {
  const trusted = clampedEvidence(evidence)
  const { acceptFrom, probabilities } = trusted
  const top = mostProbableOf(signatureKinds, probabilities)
  const probability = probabilities[top]
  const isOther =
    probability >= SignatureBounds.kindFrom &&
    probability - probabilities.signature >= SignatureBounds.kindLead
  const blank = strokelessness(trusted)
  if (blank !== undefined) {
    if (trusted.quality.luminanceRange < SignatureBounds.blankRangeMax) return verdict(1, blank, ["no_ink"])
    return top !== "signature" && isOther ? otherKind(top, probability) : undetermined(trusted, ["no_ink"])
  }
  const { advice, faults } = signatureFaultsOf(trusted)
  const codes = [...faults.map(({ code }) => code), ...advice]
  const ofQuality = faults.filter(({ of }) => of === "quality")
  const isSideways = probabilities.signature < acceptFrom && trusted.sideways >= SignatureBounds.sidewaysFrom
  if (isSideways && ofQuality.length === 0) return undetermined(trusted, ["sideways", ...codes])
  if (top === "notASignature" && probability >= SignatureBounds.sureFrom) return otherKind(top, probability)
  if (ofQuality.length > 0) return verdict(6, lowered(probability, ofQuality), codes)
  if (top !== "signature" && isOther) {
    const other = otherKind(top, probability)
    return mayBeSignature(trusted) ? doubted(other, trusted, codes) : other
  }
  if (faults.length > 0) return verdict(7, lowered(probability, faults), codes)

  const threshold = scoreFrom(acceptFrom)
  if (probabilities.signature >= acceptFrom) {
    const score = Math.max(scoreOf(probabilities.signature), threshold)
    return { ...verdict(0, probabilities.signature, codes), confidenceScore: score }
  }
  if (top === "signature" && advice.includes("near_the_border"))
    return verdict(7, SignatureBounds.faultyConfidenceMax * probability, [
      "cropped",
      ...advice.filter((code) => code !== "near_the_border")
    ])
  return doubted(undetermined(trusted, ["undetermined"]), trusted, codes)
}

/**
 * The verdict with its doubt. It recommends what is not good enough to be done better, or else what the doubt calls
 * for.
 */
const doubted = (
  refused: SignatureVerdict,
  evidence: SignatureEvidence,
  faults: ReadonlyArray<SignatureIssueCode>
): SignatureVerdict => {
  const doubt = doubtOf(evidence, faults)
  const issueCodes = [...refused.issueCodes, doubt, ...faults]
  return {
    ...refused,
    issueCodes,
    issues: sentencesOf(issueCodes),
    recommendations: recommendationsOf([faults[0] ?? doubt])
  }
}

/** Never with the score of an accepted signature. */
const undetermined = (
  evidence: SignatureEvidence,
  codes: ReadonlyArray<SignatureIssueCode>
): SignatureVerdict => {
  const { acceptFrom, probabilities } = evidence
  const open = verdict(8, probabilities[mostProbableOf(signatureKinds, probabilities)], codes)
  return { ...open, confidenceScore: Math.min(open.confidenceScore, scoreFrom(acceptFrom) - 1) }
}

const otherKind = (kind: OtherKind, probability: number): SignatureVerdict => {
  const [category, code] = ofKind[kind]
  return verdict(category, probability, [code])
}

/** The probability of the reported content, reduced by the faults of the image. */
const lowered = (probability: number, faults: ReadonlyArray<SignatureFault>): number =>
  SignatureBounds.faultyConfidenceMax * probability * Math.min(...faults.map(({ ratio }) => ratio))

const scoreOf = (probability: number): number => Math.round(probability * 100)

/**
 * The lowest score, from 1, that is not below a probability. The subtrahend is the rounding error of the
 * multiplication by 100.
 */
const scoreFrom = (probability: number): number => Math.max(1, Math.ceil(probability * 100 - 1e-9))

const verdict = (
  category: SignatureCategory,
  probability: number,
  issueCodes: ReadonlyArray<SignatureIssueCode>
): SignatureVerdict => ({
  isValid: category === 0,
  confidenceScore: scoreOf(probability),
  category,
  description: signatureCategoryDescriptions[category],
  issues: sentencesOf(issueCodes),
  issueCodes,
  recommendations: recommendationsOf(issueCodes)
})

const sentencesOf = (codes: ReadonlyArray<SignatureIssueCode>): ReadonlyArray<string> =>
  codes.map((code) => signatureIssues[code].sentence)

const recommendationsOf = (codes: ReadonlyArray<SignatureIssueCode>): ReadonlyArray<string> => [
  ...new Set(codes.map((code) => signatureIssues[code].recommendation))
]
