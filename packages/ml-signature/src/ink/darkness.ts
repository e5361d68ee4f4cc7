import type { WorkingImage } from "../decode/WorkingImage.ts"
import type { Plane } from "./Plane.ts"

/** The image as dark ink on light paper, 0 to 255. */
export interface Darkness {
  /** Luminance (ITU-R BT.601). */
  readonly luminance: Plane
  /** Halfway between luminance and the darkest channel, so that coloured ink counts. */
  readonly plane: Plane
}

/** Ink that is lighter than its ground is turned around. */
export const darknessOf = ({ height, rgb, width }: WorkingImage): Darkness => {
  const count = width * height
  const luminances = new Uint8Array(count)
  for (let at = 0, from = 0; at < count; at++, from += 3)
    luminances[at] =
      (77 * (rgb[from] ?? 0) + 150 * (rgb[from + 1] ?? 0) + 29 * (rgb[from + 2] ?? 0) + 128) >> 8
  const luminance = { width, height, values: luminances }
  const values = new Uint8Array(count)
  if (isLightOnDark(luminance))
    for (let at = 0, from = 0; at < count; at++, from += 3) {
      const lightest = Math.max(rgb[from] ?? 0, rgb[from + 1] ?? 0, rgb[from + 2] ?? 0)
      const turned = 255 - (luminances[at] ?? 0)
      luminances[at] = turned
      values[at] = (turned + 255 - lightest + 1) >> 1
    }
  else
    for (let at = 0, from = 0; at < count; at++, from += 3) {
      const darkest = Math.min(rgb[from] ?? 0, rgb[from + 1] ?? 0, rgb[from + 2] ?? 0)
      values[at] = ((luminances[at] ?? 0) + darkest + 1) >> 1
    }
  return { luminance, plane: { width, height, values } }
}

/** In pixels: wider than the strokes of a brush, narrower than most shadows. */
const block = 48

/** Whether what is thin is lighter than what surrounds it: the third moments within blocks, summed. */
const isLightOnDark = ({ height, values, width }: Plane): boolean => {
  let moments = 0
  for (let top = 0; top < height; top += block) {
    const bottom = Math.min(top + block, height)
    for (let left = 0; left < width; left += block) {
      const right = Math.min(left + block, width)
      let sum = 0
      let squares = 0
      let cubes = 0
      for (let y = top; y < bottom; y++)
        for (let at = y * width + left; at < y * width + right; at++) {
          const value = values[at] ?? 0
          sum += value
          squares += value * value
          cubes += value * value * value
        }
      const count = (bottom - top) * (right - left)
      const mean = sum / count
      moments += cubes - 3 * mean * squares + 2 * count * mean ** 3
    }
  }
  // A sheet of one colour has none: black is no ink then, but a sheet turned around.
  return moments > 0 || (moments === 0 && (values[0] ?? 0) < 128)
}
