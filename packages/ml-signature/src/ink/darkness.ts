import type { WorkingImage } from "../decode/WorkingImage.ts"
import type { Plane } from "./Plane.ts"

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
export const darknessOf = ({ height, rgb, width }: WorkingImage): Darkness => {
  const count = width * height
  const luminances = new Uint8Array(count)
  const values = new Uint8Array(count)
  for (let at = 0, from = 0; at < count; at++, from += 3) {
    const red = rgb[from] ?? 0
    const green = rgb[from + 1] ?? 0
    const blue = rgb[from + 2] ?? 0
    const light = (77 * red + 150 * green + 29 * blue + 128) >> 8
    luminances[at] = light
    values[at] = (light + Math.min(red, green, blue) + 1) >> 1
  }
  const luminance = { width, height, values: luminances }
  const isTurned = isLightOnDark(luminance)
  if (isTurned)
    for (let at = 0, from = 0; at < count; at++, from += 3) {
      const turned = 255 - (luminances[at] ?? 0)
      const lightest = Math.max(rgb[from] ?? 0, rgb[from + 1] ?? 0, rgb[from + 2] ?? 0)
      luminances[at] = turned
      values[at] = (turned + 255 - lightest + 1) >> 1
    }
  return { isTurned, luminance, plane: { width, height, values } }
}

/** In pixels: wider than the strokes of a brush, narrower than most shadows. */
const block = 48

/**
 * Whether what is thin is lighter than what surrounds it: the third moments within blocks, summed. Every second pixel of every
 * second row tells as much.
 */
const isLightOnDark = ({ height, values, width }: Plane): boolean => {
  let moments = 0
  for (let top = 0; top < height; top += block) {
    const bottom = Math.min(top + block, height)
    for (let left = 0; left < width; left += block) {
      const right = Math.min(left + block, width)
      let count = 0
      let sum = 0
      let squares = 0
      let cubes = 0
      for (let y = top; y < bottom; y += 2)
        for (let at = y * width + left; at < y * width + right; at += 2) {
          const value = values[at] ?? 0
          count += 1
          sum += value
          squares += value * value
          cubes += value * value * value
        }
      const mean = sum / count
      moments += cubes - 3 * mean * squares + 2 * count * mean ** 3
    }
  }
  // A sheet of one colour has none: black is no ink then, but a sheet turned around.
  return moments > 0 || (moments === 0 && (values[0] ?? 0) < 128)
}
