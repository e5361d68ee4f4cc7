/** The long side, in pixels, at which everything is measured. Smaller images keep theirs. */
export const workingSide = 384

/**
 * An image as everybody sees it: upright, the first frame, in 8 bits of sRGB. It is on white or, if its ink hardly
 * shows there, on black.
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
