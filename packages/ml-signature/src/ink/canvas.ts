import type { InkMap } from "./InkMap.ts"
import { type Box, viewOf } from "./inkBox.ts"

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
  const rows = squeezedRows(ink, across, down)
  const canvas = new Float32Array(canvasWidth * canvasHeight)
  for (let y = 0; y < canvasHeight; y++) {
    for (let tap = 0; tap < down.count; tap++) {
      const weight = down.weights[y * down.count + tap] ?? 0
      if (weight === 0) continue
      const row = ((down.first[y] ?? 0) + tap) * canvasWidth
      for (let x = 0; x < canvasWidth; x++)
        canvas[y * canvasWidth + x] = (canvas[y * canvasWidth + x] ?? 0) + weight * (rows[row + x] ?? 0)
    }
  }
  return exposed(canvas)
}

/** Which source pixels go into each pixel, and how much of each. */
interface Taps {
  readonly count: number
  readonly first: Int32Array
  readonly weights: Float64Array
}

/** Triangles, as wide as what a pixel covers; what lies outside the source is paper. */
const tapsOf = (size: number, start: number, scale: number, source: number): Taps => {
  const support = Math.max(scale, 1)
  const reach = Math.ceil(support) + 1
  const count = 2 * reach + 1
  const first = new Int32Array(size)
  const weights = new Float64Array(size * count)
  for (let pixel = 0; pixel < size; pixel++) {
    const centre = start + (pixel + 0.5) * scale
    const from = Math.floor(centre) - reach
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

/** The same the other way around: into which pixels each source pixel goes. */
const turnedAround = (taps: Taps, source: number): Taps => {
  const { count, first, weights } = taps
  const size = first.length
  const targets = new Int32Array(source).fill(size)
  const lasts = new Int32Array(source).fill(-1)
  const each = (visit: (from: number, pixel: number, weight: number) => void) => {
    for (let pixel = 0; pixel < size; pixel++)
      for (let tap = 0; tap < count; tap++) {
        const weight = weights[pixel * count + tap] ?? 0
        if (weight !== 0) visit((first[pixel] ?? 0) + tap, pixel, weight)
      }
  }
  each((from, pixel) => {
    targets[from] = Math.min(targets[from] ?? size, pixel)
    lasts[from] = Math.max(lasts[from] ?? -1, pixel)
  })
  const most = targets.reduce((widest, target, from) => Math.max(widest, (lasts[from] ?? -1) - target + 1), 0)
  const spread = new Float64Array(source * most)
  each((from, pixel, weight) => {
    spread[from * most + pixel - (targets[from] ?? 0)] = weight
  })
  return { count: most, first: targets, weights: spread }
}

/** Every row that is needed, brought to the canvas's width. Most of an image is paper, which costs nothing. */
const squeezedRows = (ink: InkMap, across: Taps, down: Taps): Float32Array => {
  const { levels, shades, width } = ink
  const { count, first, weights } = turnedAround(across, width)
  const from = Math.max(down.first[0] ?? 0, 0)
  const to = Math.min((down.first[canvasHeight - 1] ?? 0) + down.count, ink.height)
  const rows = new Float32Array(canvasWidth * ink.height)
  for (let y = from; y < to; y++) {
    for (let x = 0; x < width; x++) {
      const shade = shades[levels[y * width + x] ?? 0] ?? 0
      if (shade === 0) continue
      const target = y * canvasWidth + (first[x] ?? 0)
      for (let tap = 0; tap < count; tap++) {
        const weight = weights[x * count + tap] ?? 0
        if (weight !== 0) rows[target + tap] = (rows[target + tap] ?? 0) + weight * shade
      }
    }
  }
  return rows
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
