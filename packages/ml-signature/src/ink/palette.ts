import type { WorkingImage } from "../decode/WorkingImage.ts"
import type { InkMap } from "./InkMap.ts"
import { levelCount, type Plane } from "./Plane.ts"
import { laidOut, pixels, wholeAt, wordBytes } from "./pixels.ts"

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
export const paletteOf = (image: WorkingImage, ink: InkMap): Float32Array => {
  const { luminance } = ink.darkness
  const step = Math.ceil(Math.max(image.width, image.height) / samplesMax)
  const count = Math.ceil(image.width / step) * Math.ceil(image.height / step)
  const { between, chromas, colours, inkChromas, inkLights, lights } = sampled(image, ink, step)
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
    ...reaches.flatMap((reach) => stepsOf(luminance, step, reach, count)),
    inked / count,
    between / count,
    ...spreadOf(inkChromas, inked),
    ...spreadOf(inkLights, inked)
  ])
}

/** How many samples there are of each light, chroma and colour, of each light and chroma of ink, and between paper and ink. */
const sampled = ({ height, rgb, width }: WorkingImage, ink: InkMap, step: number) => {
  const { isTurned, luminance } = ink.darkness
  const [from, light, levels, mask, lights, chromas, colours, inkLights, inkChromas] = laidOut(
    rgb,
    luminance.values,
    ink.levels,
    ink.mask,
    wordBytes * lightBins,
    wordBytes * chromaBins,
    wordBytes * colourBins,
    wordBytes * levelCount,
    wordBytes * levelCount
  )
  // Shades ascend with levels.
  const least = ink.shades.findIndex((shade) => shade > 0.05)
  const most = ink.shades.findLastIndex((shade) => shade < 0.95)
  const between = pixels.sample(
    ...[from, light, levels, mask, width, height, step, Number(isTurned), least, most],
    ...[lights, chromas, colours, inkLights, inkChromas]
  )
  return {
    between,
    lights: wholeAt(lights, lightBins),
    chromas: wholeAt(chromas, chromaBins),
    colours: wholeAt(colours, colourBins),
    inkLights: wholeAt(inkLights, levelCount),
    inkChromas: wholeAt(inkChromas, levelCount)
  }
}

const entropyOf = (counts: Uint32Array, total: number): number =>
  counts.reduce((sum, count) => sum - (count / total) * Math.log(count / total), 0)

/** How light changes over so many pixels to the right: the logarithm of the mean, how often not at all, and how often hardly. */
const stepsOf = (
  { height, values, width }: Plane,
  step: number,
  reach: number,
  count: number
): ReadonlyArray<number> => {
  const [from, sums] = laidOut(values, 3 * wordBytes)
  pixels.differences(from, width, height, step, reach, sums)
  const [sum = 0, none = 0, small = 0] = wholeAt(sums, 3)
  return [Math.log1p(sum / count) / 4, none / count, small / count]
}

/** Mean and standard deviation of levels, in parts of 255; 0 of nothing. */
const spreadOf = (histogram: Uint32Array, count: number): readonly [number, number] => {
  if (count === 0) return [0, 0]
  const mean = histogram.reduce((sum, some, level) => sum + some * level, 0) / count
  const variance = histogram.reduce((sum, some, level) => sum + some * (level - mean) ** 2, 0) / count
  return [mean / 255, Math.sqrt(variance) / 255]
}
