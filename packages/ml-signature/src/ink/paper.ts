import { histogramOf, type Plane, quantileOf } from "./Plane.ts"
import { bytesAt, floatsAt, laidOut, pixels, wordBytes } from "./pixels.ts"

/** As wide as `assembly/pixels.ts` has them. */
const block = 8

/**
 * What each pixel reflects less than the paper around it, in parts of 255. The paper is the lightest around, smoothed, and at
 * least half as bright as what is brightest.
 */
export const inkLevelsOf = (plane: Plane): Uint8Array => {
  const { height, values, width } = plane
  const columns = Math.ceil(width / block)
  const rows = Math.ceil(height / block)
  const paper = smoothed(lightestBlocks(plane, columns, rows), columns, rows)
  const least = Math.max(0.5 * brightest(plane), 1)
  const inverse = paper.map((light) => 255 / Math.max(light, least))
  const [from, parts, row, levels] = laidOut(values, inverse, wordBytes * columns, values.length)
  pixels.inkLevels(from, width, height, parts, columns, rows, row, levels)
  return bytesAt(levels, values.length)
}

/** In each block the lightest mean of two by two pixels. */
const lightestBlocks = ({ height, values, width }: Plane, columns: number, rows: number): Float32Array => {
  const [from, grid] = laidOut(values, wordBytes * columns * rows)
  pixels.lightestOfBlocks(from, width, height, columns, rows, grid)
  return floatsAt(grid, columns * rows)
}

/** The most, then the mean, of five by five blocks. */
const smoothed = (grid: Float32Array, columns: number, rows: number): Float32Array => {
  const [one, other] = laidOut(grid, wordBytes * grid.length)
  for (const isMean of [0, 1]) {
    pixels.joinFives(one, rows, columns, columns, 1, isMean, other)
    pixels.joinFives(other, columns, rows, 1, columns, isMean, one)
  }
  return floatsAt(one, grid.length)
}

/** What 95 % of the pixels do not exceed. */
const brightest = ({ values }: Plane): number => quantileOf(histogramOf(values), 0.95)
