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

/** Ink that is lighter than its ground is turned around. */
export const darknessOf = (image: WorkingImage): Darkness => {
  const asItIs = darkened(image, false)
  return isLightOnDark(asItIs.luminance) ? darkened(image, true) : asItIs
}

const darkened = ({ height, rgb, width }: WorkingImage, isTurned: boolean): Darkness => {
  const count = width * height
  const [from, luminance, darkness] = laidOut(rgb, count, count)
  pixels.darken(from, count, Number(isTurned), luminance, darkness)
  return {
    isTurned,
    luminance: { width, height, values: bytesAt(luminance, count) },
    plane: { width, height, values: bytesAt(darkness, count) }
  }
}

/** In pixels: wider than the strokes of a brush, narrower than most shadows. */
const block = 48

/** Whether what is thin is lighter than what surrounds it: the third moments within blocks, summed. */
const isLightOnDark = ({ height, values, width }: Plane): boolean => {
  const [from] = laidOut(values)
  const moments = pixels.thirdMoments(from, width, height, block)
  // A sheet of one colour has none: black is no ink then, but a sheet turned around.
  return moments > 0 || (moments === 0 && (values[0] ?? 0) < 128)
}
