import type { InkMap } from "./InkMap.ts"
import { allocate, pixels, uint32sAt, wordBytes } from "./pixels.ts"

/** Samples along the long side at most. */
const samplesMax = 128
const reaches = [1, 4, 16]
const lightBins = 16
const chromaBins = 8
const colourBins = 512
/** A colour that fewer samples have is not counted among the colours. */
const colourShareMin = 0.0005
const mostFrequent = [1, 2, 4, 8]
/** Numbers that `assembly` writes of all samples, and of each reach. */
const sumCount = 6
const changeCount = 3

/** How many numbers a palette has. */
export const paletteLength = lightBins + chromaBins + 2 + mostFrequent.length + 3 * reaches.length + 6

/**
 * What an ink map leaves out, as numbers of about 0 to 1: how light and how colourful the image is, how many colours it
 * has, how smooth it is over 1, 4 and 16 pixels, and of what colour the ink is. The same for an image turned light on
 * dark. `training/palette.py` makes the same.
 */
export const paletteOf = (ink: InkMap): Float32Array => {
  const step = Math.ceil(Math.max(ink.width, ink.height) / samplesMax)
  const count = Math.ceil(ink.width / step) * Math.ceil(ink.height / step)
  const { chromas, colours, lights, sums, changes } = sampled(ink, step)
  const [between = 0, inked = 0, light = 0, lightSquares = 0, chroma = 0, chromaSquares = 0] = sums
  const byFrequency = colours
    .filter((some) => some > 0)
    .sort()
    .reverse()
  return Float32Array.from([
    ...Array.from(lights, (some) => Math.sqrt(some / count)),
    ...Array.from(chromas, (some) => Math.sqrt(some / count)),
    entropyOf(byFrequency, count) / Math.log(colourBins),
    Math.log(byFrequency.filter((some) => some / count > colourShareMin).length) / Math.log(colourBins),
    ...mostFrequent.map((most) => byFrequency.slice(0, most).reduce((sum, some) => sum + some, 0) / count),
    ...changes.flatMap(([sum = 0, none = 0, small = 0]) => [
      Math.log1p(sum / count) / 4,
      none / count,
      small / count
    ]),
    inked / count,
    between / count,
    ...spreadOf(chroma, chromaSquares, inked),
    ...spreadOf(light, lightSquares, inked)
  ])
}

/**
 * How many samples there are of each light, chroma and colour; sums of those of ink; and of each reach how light
 * changes over so many pixels to the right: the sum, how often not at all, and how often hardly.
 */
const sampled = (ink: InkMap, step: number) => {
  const { height, isTurned, levels, luminance, mask, rgb, shades, width } = ink
  const [lights, chromas, colours, sums, changes] = allocate(
    wordBytes * lightBins,
    wordBytes * chromaBins,
    wordBytes * colourBins,
    wordBytes * sumCount,
    wordBytes * changeCount
  )
  // Shades ascend with levels.
  const least = shades.findIndex((shade) => shade > 0.05)
  const most = shades.findLastIndex((shade) => shade < 0.95)
  pixels.sample(
    ...[rgb, luminance, levels, mask, width, height, step, Number(isTurned), least, most],
    ...[lights, chromas, colours, sums]
  )
  return {
    lights: uint32sAt(lights, lightBins),
    chromas: uint32sAt(chromas, chromaBins),
    colours: uint32sAt(colours, colourBins),
    sums: uint32sAt(sums, sumCount),
    changes: reaches.map((reach) => {
      pixels.differences(luminance, width, height, step, reach, changes)
      return uint32sAt(changes, changeCount)
    })
  }
}

const entropyOf = (counts: Uint32Array, total: number): number =>
  counts.reduce((sum, count) => sum - (count / total) * Math.log(count / total), 0)

/** Mean and standard deviation of levels, in parts of 255, by their sum and that of their squares; 0 of nothing. */
const spreadOf = (sum: number, squares: number, count: number): readonly [number, number] => {
  if (count === 0) return [0, 0]
  const mean = sum / count
  return [mean / 255, Math.sqrt(Math.max(squares / count - mean * mean, 0)) / 255]
}
