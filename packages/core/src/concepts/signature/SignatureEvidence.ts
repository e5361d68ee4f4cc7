/** The kinds of images that the network distinguishes. */
export const signatureKinds = [
  "signature",
  "notASignature",
  "printedText",
  "handwrittenText",
  "drawing"
] as const
export type SignatureKind = (typeof signatureKinds)[number]
export type OtherKind = Exclude<SignatureKind, "signature">

/** Shares of the image's width and height, 0 to 1. */
export interface InkBox {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** Measures of the image, scaled to a long side of at most 384 pixels. */
export interface SignatureQuality {
  /** The share of all pixels that is ink, 0 to 1. */
  readonly inkCoverage: number
  /** How wide strokes are on average, in pixels. */
  readonly strokeWidthPixels: number
  /** How much less light ink reflects than the paper around it, as a share of the paper's reflection, 0 to 1. */
  readonly contrast: number
  /**
   * How sharp the edges of strokes are: the squares of second differences along strokes, for each edge, in squares of
   * the contrast.
   */
  readonly sharpness: number
  /**
   * How sharp they are in the direction in which they are least sharp, as a share of that, if it was measured. A shaken
   * image is sharp along one direction only.
   */
  readonly sharpnessEvenness?: number
  /**
   * The width of the transition from paper to ink: the area between a quarter and three quarters of ink along strokes,
   * per pixel of outline.
   */
  readonly edgeWidthPixels: number
  /** How bright the paper is, 0 (black) to 255. */
  readonly brightness: number
  /** How much lighter the lightest parts are than the darkest, 0 to 255; specks aside. */
  readonly luminanceRange: number
  /** The mean difference between neighbouring pixels of the paper, 0 to 255. */
  readonly noise: number
  /**
   * How many strokes cross the left or the right border, whichever has more, per stroke that crosses an
   * upright line through the ink.
   */
  readonly cutStrokes: number
  /** The bounding box of the ink. */
  readonly inkBox: InkBox
  /** How many separate groups of ink there are, of comparable size, with clear space between them. */
  readonly groups: number
  /**
   * The width of the narrowest of them, in its heights, if it was measured and they stand side by side. A character of
   * a spaced name is at most about 1.
   */
  readonly narrowestGroup?: number
}

/** Everything known about an image; the verdict follows from it. */
export interface SignatureEvidence {
  /** In pixels, as the image is shown. */
  readonly width: number
  readonly height: number
  readonly quality: SignatureQuality
  /**
   * The calibrated probability of each kind; the sum is 1. Of ink that rises or falls: those of the look that counts,
   * as it is or laid flat.
   */
  readonly probabilities: { readonly [K in SignatureKind]: number }
  /**
   * The probability of a signature that lies on its side, by the look at the image as it is and the one at it turned by
   * a quarter, to the side where it is higher; 0 if nobody looked, because it is a signature or a text as it is, or its
   * ink lies flat.
   */
  readonly sideways: number
  /** The probability from which a signature is accepted, from the model card. */
  readonly acceptFrom: number
}

/** Of some kinds; of equals the first. */
export const mostProbableOf = <K extends SignatureKind>(
  kinds: ReadonlyArray<K>,
  probabilities: SignatureEvidence["probabilities"]
): K => kinds.reduce((best, kind) => (probabilities[kind] > probabilities[best] ? kind : best))
