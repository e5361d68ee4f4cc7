/** One value for each pixel, 0 to 255, row by row. */
export interface Plane {
  readonly width: number
  readonly height: number
  readonly values: Uint8Array
}

/** How many values have each of 256 levels. */
export const histogramOf = (levels: Uint8Array): Float64Array => {
  // Neighbours mostly have the same level; counted side by side, no count waits for the one before.
  const counts = new Uint32Array(4 * 256)
  for (let at = 0; at < levels.length; at++) {
    const place = ((at & 3) << 8) | (levels[at] ?? 0)
    counts[place] = (counts[place] ?? 0) + 1
  }
  return Float64Array.from({ length: 256 }, (_, level) =>
    [0, 256, 512, 768].reduce((sum, table) => sum + (counts[table + level] ?? 0), 0)
  )
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
