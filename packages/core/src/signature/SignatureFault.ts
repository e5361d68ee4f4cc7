import { SignatureBounds } from "./SignatureBounds.ts"
import type { SignatureEvidence } from "./SignatureEvidence.ts"
import type { SignatureIssueCode } from "./SignatureIssue.ts"

/** A measure compared with its bound. */
export interface SignatureFault {
  /** A fault of the image itself, or of the signature's position on it. */
  readonly of: "quality" | "framing"
  /** The measure as a share of the bound: below 1 it is a fault, and lower is worse. */
  readonly ratio: number
  /** The issue code for a fault. */
  readonly code: SignatureIssueCode
  /** The issue code for a near fault, if there is one. */
  readonly adviceCode?: SignatureIssueCode
}

/** The ratio of a measure to its lower bound. */
const atLeast = (measure: number, bound: number): number => measure / bound

/** The ratio of a measure to its upper bound. */
const atMost = (measure: number, bound: number): number => (measure <= 0 ? Infinity : bound / measure)

/** Every measure of an image compared with its bound, those of the image itself first. */
const measuresOf = ({ height, quality, width }: SignatureEvidence): ReadonlyArray<SignatureFault> => {
  const bounds = SignatureBounds
  const { inkBox } = quality
  const longSide = Math.max(width, height)
  const inkSide = Math.max(inkBox.width * width, inkBox.height * height)
  const size = Math.min(
    atLeast(longSide, bounds.longSideMin),
    atLeast(Math.min(width, height), bounds.shortSideMin)
  )
  const spread = Math.min(
    atLeast(inkSide, bounds.inkSideMin),
    longSide === 0 ? 0 : atLeast(inkSide / longSide, bounds.inkSpreadMin)
  )
  // A thick stroke may have soft edges, and a thin one is never wider than its edges.
  const edges = Math.max(
    atMost(quality.edgeWidthPixels, bounds.edgeWidthMax),
    atMost(quality.edgeWidthPixels, bounds.edgeShareMax * quality.strokeWidthPixels)
  )
  return [
    {
      of: "quality",
      ratio: Math.min(atLeast(quality.sharpness, bounds.sharpnessMin), edges),
      code: "blurred",
      adviceCode: "somewhat_blurred"
    },
    {
      of: "quality",
      ratio: atLeast(quality.brightness, bounds.brightnessMin),
      code: "too_dark",
      adviceCode: "somewhat_dark"
    },
    {
      of: "quality",
      ratio: atLeast(quality.contrast, bounds.contrastMin),
      code: "low_contrast",
      adviceCode: "somewhat_low_contrast"
    },
    {
      of: "quality",
      ratio: atMost(quality.noise, bounds.noiseMax),
      code: "noisy",
      adviceCode: "somewhat_noisy"
    },
    { of: "quality", ratio: size, code: "too_few_pixels", adviceCode: "few_pixels" },
    {
      of: "framing",
      ratio: atMost(quality.cutStrokes, bounds.cutStrokesMax),
      code: "cropped",
      adviceCode: "near_the_border"
    },
    { of: "framing", ratio: spread, code: "signature_too_small", adviceCode: "somewhat_small" },
    { of: "framing", ratio: atMost(quality.groups, bounds.groupsMax), code: "several_signatures" }
  ]
}

/** The faults of an image, and its near faults with the advice code. */
export interface SignatureFaults {
  readonly faults: ReadonlyArray<SignatureFault>
  readonly advice: ReadonlyArray<SignatureIssueCode>
}

export const signatureFaultsOf = (evidence: SignatureEvidence): SignatureFaults => {
  const measures = measuresOf(evidence)
  return {
    faults: measures.filter(({ ratio }) => ratio < 1),
    advice: measures.flatMap(({ adviceCode, ratio }) =>
      adviceCode !== undefined && ratio >= 1 && ratio < SignatureBounds.adviceUpTo ? [adviceCode] : []
    )
  }
}

/** The probability that the image is blank, 0.5 to 1; undefined if there is ink. */
export const blankness = ({ quality }: SignatureEvidence): number | undefined => {
  const bounds = SignatureBounds
  const grey = quality.contrast * quality.brightness
  const ratio = Math.min(
    atLeast(quality.inkCoverage, bounds.inkCoverageMin),
    atLeast(quality.contrast, bounds.blankContrast),
    quality.noise === 0 ? Infinity : atLeast(grey, bounds.blankNoiseMultiple * quality.noise)
  )
  return ratio < 1 ? 1 - ratio / 2 : undefined
}
