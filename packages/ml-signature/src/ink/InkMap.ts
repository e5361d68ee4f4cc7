import type { WorkingImage } from "../decode/WorkingImage.ts"
import { darken, divideByPaper } from "./inkLevels.ts"
import { begunPlanes, histogramOf, levelCount, type Planes, quantileOf } from "./Planes.ts"
import { allocate, pixels, uint32sAt, wordBytes } from "./pixels.ts"

/** How much of each pixel is ink. It is valid until the next is made, which takes its planes. */
export interface Ink extends Pick<Planes, "width" | "height" | "levels" | "mask">, Tones {
  readonly tracing: Tracing
}

/** The ink of an image, whatever paper it lies on. `training/ink.py` computes the same. */
export interface InkMap extends Ink, Planes {
  /** Whether the image has light ink on dark paper. */
  readonly isTurned: boolean
}

/** Counts of the ink pixels by place. */
export interface Tracing {
  readonly count: number
  /** In each column and each row. */
  readonly columns: Uint32Array
  readonly rows: Uint32Array
  /** In each column, those with no ink above them. */
  readonly begun: Uint32Array
  /** How many of their sides meet paper. */
  readonly edges: number
  /** In each square of `blockSide` pixels, row by row. */
  readonly blocks: Uint32Array
  readonly blockColumns: number
  readonly blockRows: number
}

/** A block's side is two to this power pixels. */
const blockBits = 4
export const blockSide = 2 ** blockBits

/** Noise of paper is never this dark; what is belongs to a photo. */
const noiseLevelMax = 48
/** The least difference between paper and ink, in levels, so that the noise of a blank sheet is not taken for ink. */
const rangeMin = 30

export const inkMapOf = (image: WorkingImage): InkMap => {
  const planes = begunPlanes(image)
  const isTurned = darken(planes)
  divideByPaper(planes)
  const histogram = histogramOf(planes.levels, planes.width * planes.height)
  const tones = tonesOf(histogram)
  return { ...planes, isTurned, ...tones, tracing: traced(planes, tones.shades) }
}

/** What the levels of a plane mean. */
export interface Tones {
  /** Up to the first level all is paper and its noise; from the second on all is ink. */
  readonly paperLevel: number
  readonly inkLevel: number
  /** How much ink each level is: 0 to 1. */
  readonly shades: Float32Array
  /** How much less ink reflects than paper, on average, 0 to 1. */
  readonly contrast: number
}

/** By how many pixels have each level. */
export const tonesOf = (histogram: Uint32Array): Tones => {
  const median = quantileOf(histogram, 0.5)
  const paperLevel = Math.min(median + 2 * quantileOf(deviationsFrom(median, histogram), 0.5), noiseLevelMax)
  const mean = meanAbove(paperLevel + 0.3 * (quantileOf(histogram, 0.999) - paperLevel), histogram)
  const inkLevel = Math.max(mean ?? 255, paperLevel + rangeMin)
  return {
    paperLevel,
    inkLevel,
    shades: Float32Array.from({ length: levelCount }, (_, level) =>
      Math.min(Math.max((level - paperLevel) / (inkLevel - paperLevel), 0), 1)
    ),
    contrast: mean === undefined ? 0 : Math.max(mean - median, 0) / 255
  }
}

/** From this shade on, a pixel counts as ink. */
export const inkShade = 0.5

/** Makes the mask and counts it. */
export const traced = (
  { height, levels, mask, width }: Pick<Ink, "width" | "height" | "levels" | "mask">,
  shades: Float32Array
): Tracing => {
  const from = shades.findIndex((shade) => shade > inkShade)
  const blockColumns = Math.ceil(width / blockSide)
  const blockRows = Math.ceil(height / blockSide)
  const [places, columns, rows, begun, blocks] = allocate(
    wordBytes * width * height,
    wordBytes * width,
    wordBytes * height,
    wordBytes * width,
    wordBytes * blockColumns * blockRows
  )
  const count = pixels.inked(levels, width * height, from, mask, places)
  const edges = pixels.trace(
    ...[mask, width, height, places, count],
    ...[columns, rows, begun, blockBits, blockColumns, blockRows, blocks]
  )
  return {
    count,
    columns: uint32sAt(columns, width),
    rows: uint32sAt(rows, height),
    begun: uint32sAt(begun, width),
    edges,
    blocks: uint32sAt(blocks, blockColumns * blockRows),
    blockColumns,
    blockRows
  }
}

const deviationsFrom = (level: number, histogram: Uint32Array): Uint32Array => {
  const deviations = new Uint32Array(levelCount)
  for (let at = 0; at < levelCount; at++)
    deviations[Math.abs(at - level)] = (deviations[Math.abs(at - level)] ?? 0) + (histogram[at] ?? 0)
  return deviations
}

/** Nothing where nothing is above. */
const meanAbove = (bound: number, histogram: Uint32Array): number | undefined => {
  let sum = 0
  let count = 0
  for (let level = Math.floor(bound) + 1; level < levelCount; level++) {
    const some = histogram[level] ?? 0
    sum += level * some
    count += some
  }
  return count === 0 ? undefined : sum / count
}
