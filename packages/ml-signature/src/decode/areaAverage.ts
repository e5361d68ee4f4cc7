import { allocate, pixels, put, take } from "../ink/pixels.ts"
import type { Rgb } from "./upright.ts"
import { workingSizeOf } from "./workingSize.ts"

/** Pixels row by row: red, green, blue and, in pixels of four bytes, how much of the ground they cover. */
export interface Pixels {
  readonly width: number
  readonly height: number
  readonly channels: 3 | 4
  readonly data: Uint8Array
}

/** The picture at its working size, on white where it is transparent. Each pixel is the mean of what it covers. */
export const areaAverage = ({ channels, data, height, width }: Pixels): Rgb => {
  const size = workingSizeOf({ width, height })
  if (channels === 3 && size.width === width && size.height === height) return { ...size, rgb: data }
  const across = acrossOf(width, size.width)
  const down = downOf(height, size.height)
  const strip = Math.max(Math.floor(stripBytesMax / (channels * width * (height / size.height + 1))), 1)
  const [rows, downFirst, downWeights, acrossFirst, acrossWeights, sums, result] = allocate(
    channels * width * Math.min(Math.ceil((strip * height) / size.height) + 2, height),
    down.first,
    down.weights,
    across.first,
    across.weights,
    3 * Uint16Array.BYTES_PER_ELEMENT * (width + across.count),
    3 * size.width * strip
  )
  const rgb = new Uint8Array(3 * size.width * size.height)
  for (let from = 0; from < size.height; from += strip) {
    const to = Math.min(from + strip, size.height)
    const top = down.first[from] ?? 0
    const bottom = Math.min((down.first[to - 1] ?? 0) + down.count, height)
    put(rows, data.subarray(channels * width * top, channels * width * bottom))
    if (channels === 4) pixels.flatten(rows, width * (bottom - top))
    pixels.average(
      ...[rows, top, width, downFirst, down.count, downWeights, acrossFirst, across.count, acrossWeights],
      ...[from, to, size.width, sums, result]
    )
    take(result, rgb.subarray(3 * size.width * from, 3 * size.width * to))
  }
  return { ...size, rgb }
}

/** How many bytes are copied at once. The memory that a copy took there stays taken. */
const stripBytesMax = 150_000

/** For each part of a side: the first pixel that it covers, and the weights of that pixel and the next ones. */
interface Parts<Weights> {
  /** How many pixels each part has. */
  readonly count: number
  readonly first: Int32Array
  readonly weights: Weights
}

/**
 * As in `assembly/areas.ts`: the sum of the weights, and the number that the count of pixels across is a multiple of.
 */
const downWhole = 255
const acrossWhole = 16_449
const acrossMultiple = 4

const downOf = (side: number, parts: number): Parts<Uint8Array> => {
  const count = coveredMost(side, parts)
  return weighed(side, parts, count, downWhole, new Uint8Array(parts * count))
}

const acrossOf = (side: number, parts: number): Parts<Int16Array> => {
  const count = acrossMultiple * Math.ceil(coveredMost(side, parts) / acrossMultiple)
  return weighed(side, parts, count, acrossWhole, new Int16Array(parts * count))
}

const coveredMost = (side: number, parts: number): number => Math.ceil(side / parts) + 1

const weighed = <Weights extends Uint8Array | Int16Array>(
  side: number,
  parts: number,
  count: number,
  whole: number,
  weights: Weights
): Parts<Weights> => {
  const first = new Int32Array(parts)
  for (let part = 0; part < parts; part++) {
    // Counted in whole numbers, so that nothing falls beside a part.
    const from = part * side
    const pixel = Math.floor(from / parts)
    first[part] = pixel
    let reached = 0
    for (let tap = 0; tap < count; tap++) {
      const covered = Math.min((pixel + tap + 1) * parts - from, side)
      // Each weighs what is not yet reached, so that they add up.
      const share = Math.round((whole * covered) / side)
      weights[part * count + tap] = share - reached
      reached = share
    }
  }
  return { count, first, weights }
}
