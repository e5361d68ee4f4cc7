import { type Darkness, darknessOf } from "./darkness.ts"
import type { WorkingImage } from "../decode/WorkingImage.ts"
import { histogramOf, quantileOf } from "./Plane.ts"
import { inkLevelsOf } from "./paper.ts"
import { bytesAt, laidOut, pixels, wholeAt, wordBytes } from "./pixels.ts"

/** How much of each pixel is ink, whatever paper it lies on. `training/ink.py` makes the same. */
export interface InkMap {
  readonly width: number
  readonly height: number
  /** What each pixel reflects less than the paper around it, in parts of 255. */
  readonly levels: Uint8Array
  /** Of each level, how much ink that is: 0 (paper and its noise) to 1. */
  readonly shades: Float32Array
  /** Where there is more ink than paper: 1, elsewhere 0. */
  readonly mask: Uint8Array
  /** The places of those pixels, ascending: mostly few of all. */
  readonly places: Uint32Array
  /** What ink reflects less than paper on average, 0 to 1. */
  readonly contrast: number
  readonly darkness: Darkness
}

/** Noise of paper is never as dark as this; what is, belongs to a photo. */
const noiseLevelMax = 48
/** Levels between paper and ink at least, so that the noise of a blank sheet is not taken for ink. */
const rangeMin = 30

export const inkMapOf = (image: WorkingImage): InkMap => {
  const { height, width } = image
  const darkness = darknessOf(image)
  const levels = inkLevelsOf(darkness.plane)
  const histogram = histogramOf(levels)
  const median = quantileOf(histogram, 0.5)
  const lowest = Math.min(median + 2 * quantileOf(deviationsFrom(median, histogram), 0.5), noiseLevelMax)
  const mean = meanAbove(lowest + 0.3 * (quantileOf(histogram, 0.999) - lowest), histogram)
  const highest = Math.max(mean ?? 255, lowest + rangeMin)
  const shades = Float32Array.from({ length: 256 }, (_, level) =>
    Math.min(Math.max((level - lowest) / (highest - lowest), 0), 1)
  )
  return {
    width,
    height,
    levels,
    shades,
    ...maskOf(levels, shades),
    contrast: mean === undefined ? 0 : Math.max(mean - median, 0) / 255,
    darkness
  }
}

/** From here on a pixel counts as ink. */
const inkShade = 0.5

const maskOf = (levels: Uint8Array, shades: Float32Array): Pick<InkMap, "mask" | "places"> => {
  const lowest = shades.findIndex((shade) => shade > inkShade)
  if (lowest < 0) return { mask: new Uint8Array(levels.length), places: new Uint32Array() }
  const [from, mask, places] = laidOut(levels, levels.length, wordBytes * levels.length)
  const count = pixels.inked(from, levels.length, lowest, mask, places)
  return { mask: bytesAt(mask, levels.length), places: wholeAt(places, count) }
}

const deviationsFrom = (level: number, histogram: Uint32Array): Uint32Array => {
  const deviations = new Uint32Array(256)
  for (const [at, count] of histogram.entries())
    deviations[Math.abs(at - level)] = (deviations[Math.abs(at - level)] ?? 0) + count
  return deviations
}

/** Nothing where nothing is above. */
const meanAbove = (bound: number, histogram: Uint32Array): number | undefined => {
  let sum = 0
  let count = 0
  for (const [level, pixels] of histogram.entries()) {
    if (level <= bound) continue
    sum += level * pixels
    count += pixels
  }
  return count === 0 ? undefined : sum / count
}
