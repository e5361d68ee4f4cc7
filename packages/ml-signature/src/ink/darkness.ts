import type { Planes } from "./Planes.ts"
import { bytesAt, pixels } from "./pixels.ts"

/** In pixels: wider than the strokes of a brush, narrower than most shadows. */
const block = 48

/**
 * Makes luminance and darkness, as dark ink on light paper. Answers whether the image has light ink on dark paper, and
 * was turned around for them: where what is thin is lighter than what surrounds it, by the third moments within blocks,
 * summed.
 */
export const darken = ({ darkness, height, luminance, rgb, width }: Planes): boolean => {
  const count = width * height
  pixels.darken(rgb, count, 0, luminance, darkness)
  const moments = pixels.thirdMoments(luminance, width, height, block)
  // A sheet of one colour has none: black is no ink then, but a sheet turned around.
  const isTurned = moments > 0 || (moments === 0 && (bytesAt(luminance, 1)[0] ?? 0) < 128)
  if (isTurned) pixels.darken(rgb, count, 1, luminance, darkness)
  return isTurned
}
