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

/** Every row that is needed, brought to the canvas's width. */
const squeezedRows = (ink: InkMap, across: Taps, down: Taps): Float32Array => {
  const { levels, shades, width } = ink
  const from = Math.max(down.first[0] ?? 0, 0)
  const to = Math.min((down.first[canvasHeight - 1] ?? 0) + down.count, ink.height)
  const rows = new Float32Array(canvasWidth * ink.height)
  for (let y = from; y < to; y++) {
    for (let x = 0; x < canvasWidth; x++) {
      const first = (across.first[x] ?? 0) + y * width
      let sum = 0
      for (let tap = 0; tap < across.count; tap++) {
        const weight = across.weights[x * across.count + tap] ?? 0
        if (weight !== 0) sum += weight * (shades[levels[first + tap] ?? 0] ?? 0)
      }
      rows[y * canvasWidth + x] = sum
    }
  }
  return rows
}

const exposed = (canvas: Float32Array): Float32Array => {
  let sum = 0
  let count = 0
  for (const shade of canvas) {
    if (shade <= 0.2) continue
    sum += shade
    count += 1
  }
  const gain = count === 0 ? 1 : Math.min(Math.max((strokeShade * count) / sum, 1), gainMax)
  return canvas.map((shade) => Math.floor(Math.min(shade * gain, 1) * 255 + 0.5) / 255)
}
