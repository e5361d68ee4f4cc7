/**
 * The thresholds of a verdict: all numbers that we choose. The model's own threshold is in the evidence. The
 * units are those of `SignatureEvidence`.
 */
export const SignatureBounds = {
  /** Ink on less than this share of the image counts as none. */
  inkCoverageMin: 0.0015,
  /** Ink with less contrast to its paper counts as none. */
  blankContrast: 0.04,
  /** Ink whose contrast is less than this many times the noise counts as none. */
  blankNoiseMultiple: 1.5,
  /**
   * From this difference between its lightest and its darkest parts on an image is not blank, though it shows no
   * strokes.
   */
  blankRangeMax: 56,

  /** From this probability on the image is certainly not handwriting, and its quality is not checked. */
  sureFrom: 0.8,
  /** From this probability on the image shows a kind other than a signature, if the image is good enough. */
  kindFrom: 0.5,
  /** A kind is reported only if it is more probable than a signature by this. */
  kindLead: 0.2,
  /**
   * From this probability on an image that is refused may show a signature all the same. One in seven does where it is
   * hardly reached, judged by networks that saw no signature of that source.
   */
  mayBeFrom: 0.15,
  /** From this many strokes at the border on a signature is not alone on an image that is refused. */
  aloneCutStrokesMax: 0.65,
  /**
   * From this probability on the image certainly shows a signature, whatever a measure that mistakes some pens and
   * papers says.
   */
  certainFrom: 0.9,
  /**
   * The wide edges of a certain signature are those of a soft pen, not of a blur, if they are this sharp on white
   * paper, and no wider than their bound divided by this.
   */
  certainSharpnessMin: 0.3,
  certainEdgesMin: 0.8,
  /**
   * From this probability on it is one signature, however its parts stand. Hardly any two signatures look so much like
   * one.
   */
  oneSignatureFrom: 0.98,
  /** From this probability of a signature on its side on, what is none as it is lies on its side. */
  sidewaysFrom: 0.6,

  sharpnessMin: 0.05,
  /**
   * Edges that are less sharp than the first in one direction, and there have less than the second of their mean
   * sharpness, were shaken.
   */
  leastSharpnessMin: 0.2,
  sharpnessEvennessMin: 0.25,
  /**
   * Edges wider than this, and wider than this share of the stroke, are blurred, however sharp the blocks of
   * a JPEG are.
   */
  edgeWidthMax: 2,
  edgeShareMax: 0.22,
  brightnessMin: 60,
  /** With fewer levels of light, 0 to 255, between ink and paper nobody can tell whether edges are sharp. */
  levelsMin: 22,
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
  /**
   * A group that is no wider than this, in its heights, is a character of a name that is written with spaces, no
   * signature of its own.
   */
  characterWidthMax: 1.2,

  /** A measure up to this many times its bound is also reported, without consequence for the verdict. */
  adviceUpTo: 1.25,
  /** A verdict on an image that is not good enough never has a higher confidence, 0 to 1. */
  faultyConfidenceMax: 0.5
} as const
