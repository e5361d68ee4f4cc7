import { bytesAt, laidOut, pixels, put } from "../ink/pixels.ts"
import type { Rgb } from "./upright.ts"
import { workingSizeOf } from "./workingSize.ts"

/** Pixels row by row: red, green, blue, and of four bytes how much of the ground they cover. */
export interface Pixels {
  readonly width: number
  readonly height: number
  readonly channels: 3 | 4
  readonly data: Uint8Array
}

/** The picture on white at its working size: each pixel the mean of what it covers. */
export const areaAverage = ({ channels, data, height, width }: Pixels): Rgb => {
  const size = workingSizeOf({ width, height })
  if (channels === 3 && size.width === width && size.height === height) return { ...size, rgb: data }
  const across = sharesOf(width, size.width)
  const down = sharesOf(height, size.height)
  const strip = Math.max(Math.floor(stripBytesMax / (channels * width * (height / size.height + 1))), 1)
  const [rows, downFirst, downWeights, acrossFirst, acrossShares, flat, sums, result] = laidOut(
    channels * width * Math.min(Math.ceil((strip * height) / size.height) + 2, height),
    down.first,
    weightsOf(down),
    across.first,
    across.shares.map((share) => share / wholeWeight),
    3 * width,
    3 * Uint16Array.BYTES_PER_ELEMENT * (width + across.count),
    3 * size.width * strip
  )
  const rgb = new Uint8Array(3 * size.width * size.height)
  for (let from = 0; from < size.height; from += strip) {
    const to = Math.min(from + strip, size.height)
    const top = down.first[from] ?? 0
    const bottom = Math.min((down.first[to - 1] ?? 0) + down.count, height)
    put(rows, data.subarray(channels * width * top, channels * width * bottom))
    pixels.average(
      ...[rows, top, width, channels, downFirst, down.count, downWeights],
      ...[acrossFirst, across.count, acrossShares, from, to, size.width, flat, sums, result]
    )
    rgb.set(bytesAt(result, 3 * size.width * (to - from)), 3 * size.width * from)
  }
  return { ...size, rgb }
}

/** What is copied at once: the memory that a picture takes there stays taken. */
const stripBytesMax = 150_000

/** For each part of a side: the first pixel that it covers, and which shares that one and the next ones have of it. */
interface Shares {
  /** Pixels of each part. */
  readonly count: number
  readonly first: Int32Array
  readonly shares: Float32Array
}

const sharesOf = (side: number, parts: number): Shares => {
  const count = Math.ceil(side / parts) + 1
  const first = new Int32Array(parts)
  const shares = new Float32Array(parts * count)
  for (let part = 0; part < parts; part++) {
    // Counted in whole numbers, so that nothing falls beside a part.
    const from = part * side
    const to = from + side
    first[part] = Math.floor(from / parts)
    for (let tap = 0; tap < count; tap++) {
      const left = (Math.floor(from / parts) + tap) * parts
      shares[part * count + tap] = Math.max(Math.min(left + parts, to) - Math.max(left, from), 0) / side
    }
  }
  return { count, first, shares }
}

/** What the weights of a part add up to: as much as fits, with the value of a pixel, into 16 bits. */
const wholeWeight = 255

const weightsOf = ({ count, shares }: Shares): Uint8Array => {
  const weights = new Uint8Array(shares.length)
  for (let from = 0; from < shares.length; from += count) {
    let reached = 0
    for (let at = from; at < from + count; at++) {
      const before = Math.round(wholeWeight * reached)
      reached += shares[at] ?? 0
      weights[at] = Math.round(wholeWeight * reached) - before
    }
  }
  return weights
}
