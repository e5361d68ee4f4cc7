import type { WorkingImage } from "../decode/WorkingImage.ts"
import type { InkMap } from "./InkMap.ts"
import type { Plane } from "./Plane.ts"

/** Samples along the long side at most. */
const samplesMax = 128
const reaches = [1, 4, 16]
const lightBins = 16
const chromaBins = 8
const colourBins = 512
/** A colour that fewer samples have is not counted among the colours. */
const colourShareMin = 0.0005
const mostFrequent = [1, 2, 4, 8]

/** How many numbers a palette has. */
export const paletteLength = lightBins + chromaBins + 2 + mostFrequent.length + 3 * reaches.length + 6

/**
 * What an ink map leaves out, as numbers of about 0 to 1: how light and how colourful the image is, how many colours it has, how
 * smooth it is over 1, 4 and 16 pixels, and of what colour the ink is. The same for an image turned light on dark.
 * `training/palette.py` makes the same.
 */
export const paletteOf = ({ height, rgb, width }: WorkingImage, ink: InkMap): Float32Array => {
  const { levels, mask, shades } = ink
  const { isTurned, luminance } = ink.darkness
  const turned = isTurned ? 255 : 0
  const step = Math.ceil(Math.max(width, height) / samplesMax)
  const lights = new Uint32Array(lightBins)
  const chromas = new Uint32Array(chromaBins)
  const colours = new Uint32Array(colourBins)
  const inkLights = new Uint32Array(256)
  const inkChromas = new Uint32Array(256)
  let count = 0
  let between = 0
  for (let y = 0; y < height; y += step) {
    for (let at = y * width; at < (y + 1) * width; at += step) {
      const light = luminance.values[at] ?? 0
      const red = (rgb[3 * at] ?? 0) ^ turned
      const green = (rgb[3 * at + 1] ?? 0) ^ turned
      const blue = (rgb[3 * at + 2] ?? 0) ^ turned
      const chroma = Math.max(red, green, blue) - Math.min(red, green, blue)
      increase(lights, light >> 4)
      increase(chromas, Math.min(chroma >> 4, chromaBins - 1))
      increase(colours, ((red >> 5) << 6) | ((green >> 5) << 3) | (blue >> 5))
      if (mask[at] === 1) {
        increase(inkLights, light)
        increase(inkChromas, chroma)
      }
      const shade = shades[levels[at] ?? 0] ?? 0
      if (shade > 0.05 && shade < 0.95) between += 1
      count += 1
    }
  }
  const byFrequency = colours
    .filter((some) => some > 0)
    .sort()
    .reverse()
  const inked = inkLights.reduce((sum, some) => sum + some, 0)
  return Float32Array.from([
    ...Array.from(lights, (some) => Math.sqrt(some / count)),
    ...Array.from(chromas, (some) => Math.sqrt(some / count)),
    entropyOf(byFrequency, count) / Math.log(colourBins),
    Math.log(byFrequency.filter((some) => some / count > colourShareMin).length) / Math.log(colourBins),
    ...mostFrequent.map((most) => byFrequency.slice(0, most).reduce((sum, some) => sum + some, 0) / count),
    ...reaches.flatMap((reach) => stepsOf(luminance, step, reach)),
    inked / count,
    between / count,
    ...spreadOf(inkChromas, inked),
    ...spreadOf(inkLights, inked)
  ])
}

const increase = (counts: Uint32Array, at: number): void => {
  counts[at] = (counts[at] ?? 0) + 1
}

const entropyOf = (counts: Uint32Array, total: number): number =>
  counts.reduce((sum, count) => sum - (count / total) * Math.log(count / total), 0)

/** How light changes over so many pixels to the right: the logarithm of the mean, how often not at all, and how often hardly. */
const stepsOf = ({ height, values, width }: Plane, step: number, reach: number): ReadonlyArray<number> => {
  let count = 0
  let sum = 0
  let none = 0
  let small = 0
  for (let y = 0; y < height; y += step) {
    for (let x = 0; x < width; x += step) {
      const beside = values[y * width + Math.min(x + reach, width - 1)] ?? 0
      const change = Math.abs((values[y * width + x] ?? 0) - beside)
      sum += change
      if (change === 0) none += 1
      if (change <= 2) small += 1
      count += 1
    }
  }
  return [Math.log1p(sum / count) / 4, none / count, small / count]
}

/** Mean and standard deviation of levels, in parts of 255; 0 of nothing. */
const spreadOf = (histogram: Uint32Array, count: number): readonly [number, number] => {
  if (count === 0) return [0, 0]
  const mean = histogram.reduce((sum, some, level) => sum + some * level, 0) / count
  const variance = histogram.reduce((sum, some, level) => sum + some * (level - mean) ** 2, 0) / count
  return [mean / 255, Math.sqrt(variance) / 255]
}
