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
  const luminances = new Float32Array(count)
  for (let at = 0; at < count; at++)
    luminances[at] =
      0.299 * (rgb[3 * at] ?? 0) + 0.587 * (rgb[3 * at + 1] ?? 0) + 0.114 * (rgb[3 * at + 2] ?? 0)
  const luminance = { width, height, values: luminances }
  const turned = isLightOnDark(luminance)
  const values = new Float32Array(count)
  for (let at = 0; at < count; at++) {
    const red = rgb[3 * at] ?? 0
    const green = rgb[3 * at + 1] ?? 0
    const blue = rgb[3 * at + 2] ?? 0
    if (turned) luminances[at] = 255 - (luminances[at] ?? 0)
    const darkest = turned ? 255 - Math.max(red, green, blue) : Math.min(red, green, blue)
    values[at] = 0.5 * (luminances[at] ?? 0) + 0.5 * darkest
  }
  return { luminance, plane: { width, height, values } }
}

const block = 16

/** Whether what is thin is lighter than what surrounds it: the third moments within blocks, summed. */
const isLightOnDark = ({ height, values, width }: Plane): boolean => {
  let moments = 0
  for (let top = 0; top < height; top += block) {
    const bottom = Math.min(top + block, height)
    for (let left = 0; left < width; left += block) {
      const right = Math.min(left + block, width)
      let sum = 0
      for (let y = top; y < bottom; y++)
        for (let at = y * width + left; at < y * width + right; at++) sum += values[at] ?? 0
      const mean = sum / ((bottom - top) * (right - left))
      for (let y = top; y < bottom; y++)
        for (let at = y * width + left; at < y * width + right; at++) {
          const difference = (values[at] ?? 0) - mean
          moments += difference * difference * difference
        }
    }
  }
  return moments > 0
}
