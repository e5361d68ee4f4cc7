/** What an image may show, as a network tells it apart. */
export const signatureKinds = [
  "signature",
  "notASignature",
  "printedText",
  "handwrittenText",
  "drawing"
] as const
export type SignatureKind = (typeof signatureKinds)[number]

/** Shares of the image's width and height, 0 to 1. */
export interface InkBox {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** What was measured on the image, brought to a long side of at most 384 pixels. */
export interface SignatureQuality {
  /** The share of all pixels that is ink, 0 to 1. */
  readonly inkCoverage: number
  /** How wide strokes are on average, in pixels. */
  readonly strokeWidthPixels: number
  /** What ink reflects less than the paper around it, as a share of what the paper reflects, 0 to 1. */
  readonly contrast: number
  /** How sharp the edges of ink are: the variance of the Laplacian over the ink, in squares of the contrast. */
  readonly sharpness: number
  /** How wide the way from paper to ink is: the area that is between a quarter and three quarters of ink, for each pixel of outline. */
  readonly edgeWidthPixels: number
  /** How bright the paper is, 0 (black) to 255. */
  readonly brightness: number
  /** The deviation of neighbouring pixels of the paper from each other, 0 to 255. */
  readonly noise: number
  /** Strokes that cross the left or the right border, whichever has more, for each that crosses an upright line through the ink. */
  readonly cutStrokes: number
  /** What the ink covers. */
  readonly inkBox: InkBox
  /** How many groups of ink stand apart from each other; of comparable size, with clear space between them. */
  readonly groups: number
}

/** Everything that is known about an image; a verdict follows from it. */
export interface SignatureEvidence {
  /** In pixels, as the image is shown. */
  readonly width: number
  readonly height: number
  readonly quality: SignatureQuality
  /** How probable each kind is; calibrated, of the sum 1. */
  readonly probabilities: { readonly [K in SignatureKind]: number }
  /** From which probability on the model's card lets a signature count as one. */
  readonly acceptFrom: number
}
