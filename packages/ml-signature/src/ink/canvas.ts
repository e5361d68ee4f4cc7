import type { InkMap } from "./InkMap.ts"
import { type Box, viewOf } from "./inkBox.ts"
import { floatsAt, laidOut, pixels, wordBytes } from "./pixels.ts"

/** What the network takes, in pixels. */
export const canvasHeight = 80
export const canvasWidth = 160
const enlargedAtMost = 3
/** How dark the strokes of a canvas are on average; what fine strokes lose when they are made smaller is given back. */
const strokeShade = 0.6
const gainMax = 2.5

/** The ink's box in the middle of the canvas: 0 is paper, 1 ink, in steps of 1/255; row by row. */
export const canvasOf = (ink: InkMap, box: Box | undefined): Float32Array => {
  const { bottom, left, right, top } = viewOf(ink, box)
  const scale = Math.max((right - left) / canvasWidth, (bottom - top) / canvasHeight, 1 / enlargedAtMost)
  const across = tapsOf(canvasWidth, (left + right - scale * canvasWidth) / 2, scale, ink.width)
  const down = tapsOf(canvasHeight, (top + bottom - scale * canvasHeight) / 2, scale, ink.height)
  return exposed(squeezed(ink, across, down))
}

const squeezed = (
  { height, inkLevel, levels, paperLevel, width }: InkMap,
  across: Taps,
  down: Taps
): Float32Array => {
  const size = canvasWidth * canvasHeight
  const [from, downFirst, downWeights, acrossFirst, acrossWeights, plane, row, canvas] = laidOut(
    levels,
    down.first,
    down.weights,
    across.first,
    across.weights,
    wordBytes * width * height,
    wordBytes * width,
    wordBytes * size
  )
  pixels.squeeze(
    ...[from, width, height, paperLevel, inkLevel],
    ...[downFirst, down.count, downWeights, acrossFirst, across.count, acrossWeights],
    ...[canvasWidth, canvasHeight, plane, row, canvas]
  )
  return floatsAt(canvas, size)
}

/** Which source pixels go into each pixel, and how much of each. */
interface Taps {
  readonly count: number
  readonly first: Int32Array
  readonly weights: Float32Array
}

/** Triangles, as wide as what a pixel covers; what lies outside the source is paper. */
const tapsOf = (size: number, start: number, scale: number, source: number): Taps => {
  const support = Math.max(scale, 1)
  const count = Math.ceil(2 * support)
  const first = new Int32Array(size)
  const weights = new Float32Array(size * count)
  for (let pixel = 0; pixel < size; pixel++) {
    const centre = start + (pixel + 0.5) * scale
    const from = Math.floor(centre - support + 0.5)
    first[pixel] = from
    let total = 0
    for (let tap = 0; tap < count; tap++) {
      const weight = Math.max(1 - Math.abs(from + tap + 0.5 - centre) / support, 0)
      weights[pixel * count + tap] = weight
      total += weight
    }
    for (let tap = 0; tap < count; tap++) {
      const inside = from + tap >= 0 && from + tap < source
      weights[pixel * count + tap] = inside ? (weights[pixel * count + tap] ?? 0) / total : 0
    }
  }
  return { count, first, weights }
}

const exposed = (canvas: Float32Array): Float32Array => {
  let sum = 0
  let count = 0
  for (let at = 0; at < canvas.length; at++) {
    const shade = canvas[at] ?? 0
    if (shade <= 0.2) continue
    sum += shade
    count += 1
  }
  const gain = count === 0 ? 1 : Math.min(Math.max((strokeShade * count) / sum, 1), gainMax)
  const result = new Float32Array(canvas.length)
  for (let at = 0; at < canvas.length; at++)
    result[at] = Math.floor(Math.min((canvas[at] ?? 0) * gain, 1) * 255 + 0.5) / 255
  return result
}
