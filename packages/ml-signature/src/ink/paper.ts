import { histogramOf, type Plane, quantileOf } from "./Plane.ts"

const block = 8
const reach = 2

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
  const across = neighboursOf(width, columns)
  const down = neighboursOf(height, rows)
  const levels = new Uint8Array(width * height)
  const row = new Float32Array(columns)
  for (let y = 0; y < height; y++) {
    const above = (down.before[y] ?? 0) * columns
    const below = (down.after[y] ?? 0) * columns
    const lower = down.share[y] ?? 0
    for (let column = 0; column < columns; column++)
      row[column] = (paper[above + column] ?? 0) * (1 - lower) + (paper[below + column] ?? 0) * lower
    for (let x = 0; x < width; x++) {
      const share = across.share[x] ?? 0
      const left = row[across.before[x] ?? 0] ?? 0
      const right = row[across.after[x] ?? 0] ?? 0
      const here = Math.max(left * (1 - share) + right * share, least)
      const level = (1 - (values[y * width + x] ?? 0) / here) * 255 + 0.5
      levels[y * width + x] = level < 0 ? 0 : level
    }
  }
  return levels
}

/** Between the middles of which blocks each pixel lies, and how far on the way. */
const neighboursOf = (size: number, blocks: number) => {
  const before = new Int32Array(size)
  const after = new Int32Array(size)
  const share = new Float32Array(size)
  for (let pixel = 0; pixel < size; pixel++) {
    const position = Math.min(Math.max((pixel + 0.5) / block - 0.5, 0), blocks - 1)
    before[pixel] = Math.floor(position)
    after[pixel] = Math.min(Math.floor(position) + 1, blocks - 1)
    share[pixel] = position - Math.floor(position)
  }
  return { before, after, share }
}

/** In each block the lightest mean of three by three pixels; beyond the border everything goes on as at the border. */
const lightestBlocks = ({ height, values, width }: Plane, columns: number, rows: number): Float32Array => {
  const grid = new Float32Array(columns * rows)
  // One more at each end, for the neighbours of the first and the last.
  const sums = new Uint16Array(width + 2)
  for (let y = 0; y < height; y++) {
    const above = Math.max(y - 1, 0) * width
    const here = y * width
    const below = Math.min(y + 1, height - 1) * width
    for (let x = 0; x < width; x++)
      sums[x + 1] = (values[above + x] ?? 0) + (values[here + x] ?? 0) + (values[below + x] ?? 0)
    sums[0] = sums[1] ?? 0
    sums[width + 1] = sums[width] ?? 0
    const row = (y >> 3) * columns
    for (let x = 0; x < width; x++) {
      const sum = (sums[x] ?? 0) + (sums[x + 1] ?? 0) + (sums[x + 2] ?? 0)
      if (sum > (grid[row + (x >> 3)] ?? 0)) grid[row + (x >> 3)] = sum
    }
  }
  return grid.map((sum) => sum / 9)
}

/** Of five by five blocks. */
const maxima = (grid: Float32Array, columns: number, rows: number): Float32Array =>
  overNeighbours(grid, columns, rows, (most, value) => Math.max(most, value))

const means = (grid: Float32Array, columns: number, rows: number): Float32Array =>
  overNeighbours(grid, columns, rows, (sum, value) => sum + value).map((sum) => sum / (2 * reach + 1) ** 2)

const overNeighbours = (
  grid: Float32Array,
  columns: number,
  rows: number,
  joined: (before: number, value: number) => number
): Float32Array => {
  const narrow = alongLines(grid, rows, columns, columns, 1, joined)
  return alongLines(narrow, columns, rows, 1, columns, joined)
}

/** Joins each block with those around it in its line; beyond the ends a line goes on as at the end. */
const alongLines = (
  grid: Float32Array,
  lines: number,
  length: number,
  lineStep: number,
  step: number,
  joined: (before: number, value: number) => number
): Float32Array => {
  const result = new Float32Array(grid.length)
  for (let line = 0; line < lines; line++) {
    for (let at = 0; at < length; at++) {
      let value = 0
      for (let near = at - reach; near <= at + reach; near++) {
        const inside = Math.min(Math.max(near, 0), length - 1)
        value = joined(value, grid[line * lineStep + inside * step] ?? 0)
      }
      result[line * lineStep + at * step] = value
    }
  }
  return result
}

/** What 95 % of the pixels do not exceed. */
const brightest = ({ values }: Plane): number => quantileOf(histogramOf(values), 0.95)
