import type { WorkingImage } from "../decode/WorkingImage.ts"
import type { Plane } from "./Plane.ts"
import { bytesAt, laidOut, pixels } from "./pixels.ts"

/** The image as dark ink on light paper, 0 to 255. */
export interface Darkness {
  /** Whether the image has light ink on dark paper, and was turned around for the planes. */
  readonly isTurned: boolean
  /** Luminance (ITU-R BT.601). */
  readonly luminance: Plane
  /** Halfway between luminance and the darkest channel, so that coloured ink counts. */
  readonly plane: Plane
}

/** In pixels: wider than the strokes of a brush, narrower than most shadows. */
const block = 48

/**
 * Ink that is lighter than its ground is turned around: where what is thin is lighter than what surrounds it, by the third moments
 * within blocks, summed.
 */
export const darknessOf = ({ height, rgb, width }: WorkingImage): Darkness => {
  const count = width * height
  const [from, luminance, darkness] = laidOut(rgb, count, count)
  pixels.darken(from, count, 0, luminance, darkness)
  const moments = pixels.thirdMoments(luminance, width, height, block)
  // A sheet of one colour has none: black is no ink then, but a sheet turned around.
  const isTurned = moments > 0 || (moments === 0 && (bytesAt(luminance, 1)[0] ?? 0) < 128)
  if (isTurned) pixels.darken(from, count, 1, luminance, darkness)
  return {
    isTurned,
    luminance: { width, height, values: bytesAt(luminance, count) },
    plane: { width, height, values: bytesAt(darkness, count) }
  }
}
