/** One value for each pixel, row by row. */
export interface Plane {
  readonly width: number
  readonly height: number
  readonly values: Float32Array
}

/** How many values have each of 256 levels. */
export const histogramOf = (levels: Uint8Array): Float64Array => {
  const histogram = new Float64Array(256)
  for (const level of levels) histogram[level] = (histogram[level] ?? 0) + 1
  return histogram
}

/** The first level at which so large a share of the values is reached. */
export const quantileOf = (histogram: Float64Array, share: number): number => {
  let total = 0
  for (const count of histogram) total += count
  let reached = 0
  for (const [level, count] of histogram.entries()) {
    reached += count
    if (reached >= share * total) return level
  }
  return histogram.length
}
