import type { Ink } from "./InkMap.ts"
import { type Box, viewOf } from "./inkBox.ts"
import { allocate, float32sAt, pixels, wordBytes } from "./pixels.ts"

/** The size of the network's input, in pixels. */
export const canvasHeight = 80
export const canvasWidth = 160
const enlargedAtMost = 3
/** From this shade on, in its darkest places, a canvas has strokes. */
const strokeFrom = 0.2
/** How dark the strokes of a canvas are on average. Fine strokes get back what they lose when they are made smaller. */
const strokeShade = 0.6
const gainMax = 2.5

/** The ink's box in the middle of the canvas: 0 is paper, 1 ink, in steps of 1/255; row by row. */
export const canvasOf = (ink: Ink, box: Box | undefined): Float32Array => {
  const { bottom, left, right, top } = viewOf(ink, box)
  const scale = Math.max((right - left) / canvasWidth, (bottom - top) / canvasHeight, 1 / enlargedAtMost)
  const across = tapsOf(
    canvasWidth,
    (left + right - scale * canvasWidth) / 2,
    scale,
    ink.width,
    acrossMultiple
  )
  const down = tapsOf(canvasHeight, (top + bottom - scale * canvasHeight) / 2, scale, ink.height)
  const { height, inkLevel, levels, paperLevel, width } = ink
  const size = canvasWidth * canvasHeight
  const [downFirst, downWeights, acrossFirst, acrossWeights, plane, row, canvas] = allocate(
    down.first,
    down.weights,
    across.first,
    across.weights,
    wordBytes * width * height,
    wordBytes * (width + across.count),
    wordBytes * size
  )
  pixels.squeeze(
    ...[levels, width, height, paperLevel, inkLevel],
    ...[downFirst, down.count, downWeights, acrossFirst, across.count, acrossWeights],
    ...[canvasWidth, canvasHeight, plane, row, canvas]
  )
  pixels.expose(canvas, size, strokeFrom, strokeShade, gainMax)
  return float32sAt(canvas, size)
}

/** Which source pixels go into each pixel, and how much of each. */
interface Taps {
  readonly count: number
  readonly first: Int32Array
  readonly weights: Float32Array
}

/** As many columns are joined at once. */
const acrossMultiple = 4

/** Triangles, as wide as what a pixel covers; what lies outside the source is paper. */
const tapsOf = (size: number, start: number, scale: number, source: number, multiple = 1): Taps => {
  const support = Math.max(scale, 1)
  const covered = Math.ceil(2 * support)
  const count = multiple * Math.ceil(covered / multiple)
  const first = new Int32Array(size)
  const weights = new Float32Array(size * count)
  for (let pixel = 0; pixel < size; pixel++) {
    const centre = start + (pixel + 0.5) * scale
    const from = Math.floor(centre - support + 0.5)
    const begins = Math.min(Math.max(from, 0), source - 1)
    first[pixel] = begins
    let total = 0
    for (let at = from; at < from + covered; at++) total += triangle(at + 0.5 - centre, support)
    for (let at = begins; at < Math.min(from + covered, source); at++)
      weights[pixel * count + at - begins] = triangle(at + 0.5 - centre, support) / total
  }
  return { count, first, weights }
}

const triangle = (distance: number, support: number): number => Math.max(1 - Math.abs(distance) / support, 0)
