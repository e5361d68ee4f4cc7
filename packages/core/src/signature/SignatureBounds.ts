/**
 * Where a verdict changes: everything about it that is a number of ours. The model's own threshold comes with the evidence. The
 * units are those of `SignatureEvidence`.
 */
export const SignatureBounds = {
  /** Less ink than this share of the image is no ink. */
  inkCoverageMin: 0.0015,
  /** Ink that stands out less from its paper is none. */
  blankContrast: 0.04,
  /** Ink that stands out from its paper by less than so many times the noise is none. */
  blankNoiseMultiple: 1.5,

  /** That it is no handwriting at all is so sure from here on that the image's quality is not asked about. */
  sureFrom: 0.8,
  /** From here on a kind other than a signature is what the image shows, if the image is good enough. */
  kindFrom: 0.5,

  sharpnessMin: 0.003,
  /** Edges that are wider than this, and wider than this share of the stroke: blurred, however sharp the blocks of a JPEG are. */
  edgeWidthMax: 2,
  edgeShareMax: 0.22,
  brightnessMin: 60,
  contrastMin: 0.13,
  noiseMax: 13,
  /** The long and the short side of the image, in pixels as it is shown. */
  longSideMin: 64,
  shortSideMin: 24,

  cutStrokesMax: 1.2,
  /** The long side of what the ink covers, in pixels as the image is shown. */
  inkSideMin: 48,
  /** The same as a share of the image's long side. */
  inkSpreadMin: 0.08,
  groupsMax: 1,

  /** Up to so many times as good as a bound asks for is told too, though nothing follows from it. */
  adviceUpTo: 1.25,
  /** A verdict on an image that is not good enough never has a higher confidence, 0 to 1. */
  faultyConfidenceMax: 0.5
} as const
