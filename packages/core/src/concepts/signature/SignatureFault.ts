import { SignatureBounds } from "./SignatureBounds.ts"
import type { SignatureEvidence, SignatureQuality } from "./SignatureEvidence.ts"
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
  /** From this probability of a signature on it is no fault; if not given, it always is. */
  readonly outweighedFrom?: number
}

/** The ratio of a measure to its lower bound. */
const atLeast = (measure: number, bound: number): number => measure / bound

/** The ratio of a measure to its upper bound. */
const atMost = (measure: number, bound: number): number => (measure <= 0 ? Infinity : bound / measure)

/**
 * Without what dark paper adds: the blocks of a JPEG stand out from it, and are divided by its brightness as ink is.
 */
const sharpnessOnWhite = ({ brightness, sharpness }: SignatureQuality): number =>
  sharpness * (brightness / 255) ** 2

const hasCharacter = ({ narrowestGroup = Infinity }: SignatureQuality): boolean =>
  narrowestGroup <= SignatureBounds.characterWidthMax

/** Every measure of an image compared with its bound, those of the image itself first. */
const measuresOf = ({
  acceptFrom,
  height,
  quality,
  width
}: SignatureEvidence): ReadonlyArray<SignatureFault> => {
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
  // Strokes of one direction have few edges across another, but those are sharp.
  const { sharpness, sharpnessEvenness = Infinity } = quality
  const steadiness = Math.max(
    atLeast(sharpnessEvenness, bounds.sharpnessEvennessMin),
    atLeast(sharpness * sharpnessEvenness, bounds.leastSharpnessMin)
  )
  return [
    {
      of: "quality",
      ratio: Math.min(atLeast(sharpness, bounds.sharpnessMin), edges, steadiness),
      code: "blurred",
      adviceCode: "somewhat_blurred",
      // The edges of a soft pen are wide, yet sharp; those of a blurred image are not.
      ...(sharpnessOnWhite(quality) >= bounds.certainSharpnessMin &&
        edges >= bounds.certainEdgesMin &&
        steadiness >= 1 && { outweighedFrom: bounds.certainFrom })
    },
    {
      of: "quality",
      ratio: Math.min(
        atLeast(quality.brightness, bounds.brightnessMin),
        // Ink that stands out well from its paper is this faint in little light only.
        quality.contrast < bounds.contrastMin ? Infinity : atLeast(levelsOf(quality), bounds.levelsMin)
      ),
      code: "too_dark",
      adviceCode: "somewhat_dark"
    },
    {
      of: "quality",
      ratio: Math.min(atLeast(quality.contrast, bounds.contrastMin), overNoise(quality)),
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
      adviceCode: "near_the_border",
      // Dots of paper and lines of print beside it cross a border too.
      outweighedFrom: bounds.certainFrom
    },
    { of: "framing", ratio: spread, code: "signature_too_small", adviceCode: "somewhat_small" },
    {
      of: "framing",
      ratio: atMost(quality.groups, bounds.groupsMax),
      code: "several_signatures",
      // Characters of a spaced name stand apart too. Of a blurred image the network is certain of little.
      ...(quality.sharpness >= bounds.sharpnessMin && {
        outweighedFrom: hasCharacter(quality) ? acceptFrom : bounds.oneSignatureFrom
      })
    }
  ]
}

/** The faults of an image, and its near faults with the advice code. */
export interface SignatureFaults {
  readonly faults: ReadonlyArray<SignatureFault>
  readonly advice: ReadonlyArray<SignatureIssueCode>
}

export const signatureFaultsOf = (evidence: SignatureEvidence): SignatureFaults => {
  const measures = measuresOf(evidence)
  const isFault = ({ outweighedFrom = Infinity, ratio }: SignatureFault) =>
    ratio < 1 && evidence.probabilities.signature < outweighedFrom
  return {
    faults: measures.filter(isFault),
    advice: measures.flatMap((measure) =>
      measure.adviceCode !== undefined && !isFault(measure) && measure.ratio < SignatureBounds.adviceUpTo
        ? [measure.adviceCode]
        : []
    )
  }
}

/** Whether the network is so certain of a signature that it outweighs a measure. */
const isCertainSignature = ({ probabilities }: SignatureEvidence): boolean =>
  probabilities.signature >= SignatureBounds.certainFrom

/** The difference between ink and paper, in levels of light from 0 to 255. */
const levelsOf = ({ brightness, contrast }: SignatureQuality): number => contrast * brightness

/** How far the difference between ink and paper stands out from noise. */
const overNoise = (quality: SignatureQuality): number =>
  quality.noise === 0
    ? Infinity
    : atLeast(levelsOf(quality), SignatureBounds.blankNoiseMultiple * quality.noise)

/**
 * The probability that the image shows no stroke, 0.5 to 1; undefined if it shows some. Faint strokes count where the
 * network is certain of a signature.
 */
export const strokelessness = (evidence: SignatureEvidence): number | undefined => {
  const { inkCoverage, contrast } = evidence.quality
  const coverage = atLeast(inkCoverage, SignatureBounds.inkCoverageMin)
  const strength = Math.min(atLeast(contrast, SignatureBounds.blankContrast), overNoise(evidence.quality))
  const ratio = isCertainSignature(evidence) ? coverage : Math.min(coverage, strength)
  return ratio < 1 ? 1 - ratio / 2 : undefined
}
