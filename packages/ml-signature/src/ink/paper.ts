import { histogramOf, type Plane, quantileOf } from "./Plane.ts"

const block = 8

/**
 * What each pixel reflects less than the paper around it, in parts of 255. The paper is the lightest around, smoothed, and at
 * least half as bright as what is brightest.
 */
export const inkLevelsOf = (plane: Plane): Uint8Array => {
  const { height, values, width } = plane
  const columns = Math.ceil(width / block)
  const rows = Math.ceil(height / block)
  const paper = means(maxima(lightestBlocks(plane, columns, rows), columns, rows), columns, rows)
  const least = Math.max(0.5 * brightest(plane), 1)
  const inverse = paper.map((light) => 255 / Math.max(light, least))
  const levels = new Uint8Array(width * height)
  const row = new Float32Array(columns)
  for (let y = 0; y < height; y++) {
    // Between the middles of two rows of blocks, and below the last as in the last.
    const position = Math.min(Math.max((y + 0.5) / block - 0.5, 0), rows - 1)
    const above = Math.floor(position) * columns
    const below = Math.min(Math.floor(position) + 1, rows - 1) * columns
    const lower = position - Math.floor(position)
    for (let column = 0; column < columns; column++)
      row[column] = (inverse[above + column] ?? 0) * (1 - lower) + (inverse[below + column] ?? 0) * lower
    // From the middle of each block to that of the next; the first and the last reach to the border.
    for (let column = -1; column < columns; column++) {
      const left = row[Math.max(column, 0)] ?? 0
      const slope = ((row[Math.min(column + 1, columns - 1)] ?? 0) - left) / block
      const middle = column * block + block / 2
      const end = y * width + Math.min(middle + block, width)
      let here = left + slope * (Math.max(-middle, 0) + 0.5)
      for (let at = y * width + Math.max(middle, 0); at < end; at++) {
        const level = 255.5 - (values[at] ?? 0) * here
        levels[at] = level < 0 ? 0 : level
        here += slope
      }
    }
  }
  return levels
}

/** In each block the lightest mean of two by two pixels; beyond the border everything goes on as at the border. */
const lightestBlocks = ({ height, values, width }: Plane, columns: number, rows: number): Float32Array => {
  const grid = new Float32Array(columns * rows)
  const across = pairsOf(width)
  const down = pairsOf(height)
  for (let pair = 0; pair < down.first.length; pair++) {
    const above = (down.first[pair] ?? 0) * width
    const below = (down.second[pair] ?? 0) * width
    const row = (pair >> 2) * columns
    for (let at = 0; at < across.first.length; at++) {
      const left = across.first[at] ?? 0
      const right = across.second[at] ?? 0
      const upper = (values[above + left] ?? 0) + (values[above + right] ?? 0)
      const sum = upper + (values[below + left] ?? 0) + (values[below + right] ?? 0)
      if (sum > (grid[row + (at >> 2)] ?? 0)) grid[row + (at >> 2)] = sum
    }
  }
  return grid.map((sum) => sum / 4)
}

/** Neighbours, four pairs to a block. */
const pairsOf = (size: number) => {
  const count = 4 * Math.ceil(size / block)
  const inside = (at: number) => Math.min(at, size - 1)
  return {
    first: Int32Array.from({ length: count }, (_, pair) => inside(2 * pair)),
    second: Int32Array.from({ length: count }, (_, pair) => inside(2 * pair + 1))
  }
}

type OfFive = (a: number, b: number, c: number, d: number, e: number) => number

/** Of five by five blocks. */
const maxima = (grid: Float32Array, columns: number, rows: number): Float32Array =>
  overNeighbours(grid, columns, rows, (a, b, c, d, e) => Math.max(a, b, c, d, e))

const means = (grid: Float32Array, columns: number, rows: number): Float32Array =>
  overNeighbours(grid, columns, rows, (a, b, c, d, e) => (a + b + c + d + e) / 5)

const overNeighbours = (grid: Float32Array, columns: number, rows: number, ofFive: OfFive): Float32Array =>
  alongLines(alongLines(grid, rows, columns, columns, 1, ofFive), columns, rows, 1, columns, ofFive)

/** Joins each block with two on each side of it in its line; beyond the ends a line goes on as at the end. */
const alongLines = (
  grid: Float32Array,
  lines: number,
  length: number,
  lineStep: number,
  step: number,
  ofFive: OfFive
): Float32Array => {
  const result = new Float32Array(grid.length)
  for (let line = 0; line < lines; line++) {
    const first = line * lineStep
    const last = first + (length - 1) * step
    for (let at = first; at <= last; at += step)
      result[at] = ofFive(
        grid[Math.max(at - 2 * step, first)] ?? 0,
        grid[Math.max(at - step, first)] ?? 0,
        grid[at] ?? 0,
        grid[Math.min(at + step, last)] ?? 0,
        grid[Math.min(at + 2 * step, last)] ?? 0
      )
  }
  return result
}

/** What 95 % of the pixels do not exceed. */
const brightest = ({ values }: Plane): number => quantileOf(histogramOf(values), 0.95)
