import { laidOut, pixels, wholeAt, wordBytes } from "./pixels.ts"

/** One value for each pixel, 0 to 255, row by row. */
export interface Plane {
  readonly width: number
  readonly height: number
  readonly values: Uint8Array
}

/** Values of a byte. */
export const levelCount = 256

/** How many values have each of 256 levels. */
export const histogramOf = (values: Uint8Array): Uint32Array => {
  const [from, counts] = laidOut(values, 4 * wordBytes * levelCount)
  pixels.histogram(from, values.length, counts)
  return wholeAt(counts, levelCount)
}

/** The first level at which so large a share of the values is reached. */
export const quantileOf = (histogram: Uint32Array, share: number): number => {
  let total = 0
  for (const count of histogram) total += count
  let reached = 0
  for (const [level, count] of histogram.entries()) {
    reached += count
    if (reached >= share * total) return level
  }
  return histogram.length
}
