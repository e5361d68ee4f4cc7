/** The long side that everything is measured at, in pixels; smaller images keep theirs. */
export const workingSide = 384

/**
 * An image as everybody sees it: upright, the first frame, on white or, if its ink is white itself, on black, in 8 bits
 * of sRGB.
 */
export interface WorkingImage {
  /** In pixels, as the image is shown. */
  readonly shownWidth: number
  readonly shownHeight: number
  /** In pixels, at most `workingSide`. */
  readonly width: number
  readonly height: number
  /** Red, green, blue, row by row: `3 × width × height` bytes. */
  readonly rgb: Uint8Array
}
