import { histogramOf, type Plane, quantileOf } from "./Plane.ts"

const block = 8
const reach = 2

/** How bright the paper would be everywhere: the lightest around, smoothed; at least half of the brightest. */
export const paperOf = (plane: Plane): Float32Array => {
  const { height, width } = plane
  const columns = Math.ceil(width / block)
  const rows = Math.ceil(height / block)
  const lightest = lightestBlocks(smoothed(plane), width, height, columns, rows)
  const grid = means(maxima(lightest, columns, rows), columns, rows)
  const least = Math.max(0.5 * brightest(plane), 1)
  const paper = new Float32Array(width * height)
  const across = between(width, columns)
  for (let y = 0; y < height; y++) {
    const { above, share } = at(y, rows)
    const below = Math.min(above + 1, rows - 1)
    for (let x = 0; x < width; x++) {
      const left = across.first[x] ?? 0
      const right = Math.min(left + 1, columns - 1)
      const weight = across.shares[x] ?? 0
      const upper =
        (grid[above * columns + left] ?? 0) * (1 - weight) + (grid[above * columns + right] ?? 0) * weight
      const lower =
        (grid[below * columns + left] ?? 0) * (1 - weight) + (grid[below * columns + right] ?? 0) * weight
      paper[y * width + x] = Math.max(upper * (1 - share) + lower * share, least)
    }
  }
  return paper
}

/** Between which blocks' middles a pixel lies, and how far on the way. */
const at = (pixel: number, blocks: number): { readonly above: number; readonly share: number } => {
  const position = Math.min(Math.max((pixel + 0.5) / block - 0.5, 0), blocks - 1)
  const above = Math.floor(position)
  return { above, share: position - above }
}

const between = (size: number, blocks: number) => {
  const first = new Int32Array(size)
  const shares = new Float32Array(size)
  for (let pixel = 0; pixel < size; pixel++) {
    const { above, share } = at(pixel, blocks)
    first[pixel] = above
    shares[pixel] = share
  }
  return { first, shares }
}

/** Means of three by three pixels; beyond the border everything goes on as at the border. */
const smoothed = ({ height, values, width }: Plane): Float32Array => {
  const rows = new Float32Array(width * height)
  for (let y = 0; y < height; y++) {
    const start = y * width
    for (let x = 0; x < width; x++) {
      const left = values[start + Math.max(x - 1, 0)] ?? 0
      const right = values[start + Math.min(x + 1, width - 1)] ?? 0
      rows[start + x] = left + (values[start + x] ?? 0) + right
    }
  }
  const result = new Float32Array(width * height)
  for (let y = 0; y < height; y++) {
    const above = Math.max(y - 1, 0) * width
    const below = Math.min(y + 1, height - 1) * width
    for (let x = 0; x < width; x++)
      result[y * width + x] =
        ((rows[above + x] ?? 0) + (rows[y * width + x] ?? 0) + (rows[below + x] ?? 0)) / 9
  }
  return result
}

const lightestBlocks = (
  values: Float32Array,
  width: number,
  height: number,
  columns: number,
  rows: number
): Float32Array => {
  const grid = new Float32Array(columns * rows)
  for (let y = 0; y < height; y++) {
    const row = (y >> 3) * columns
    for (let x = 0; x < width; x++) {
      const value = values[y * width + x] ?? 0
      if (value > (grid[row + (x >> 3)] ?? 0)) grid[row + (x >> 3)] = value
    }
  }
  return grid
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
  const result = new Float32Array(columns * rows)
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      let value = 0
      for (let down = -reach; down <= reach; down++) {
        const y = Math.min(Math.max(row + down, 0), rows - 1)
        for (let across = -reach; across <= reach; across++) {
          const x = Math.min(Math.max(column + across, 0), columns - 1)
          value = joined(value, grid[y * columns + x] ?? 0)
        }
      }
      result[row * columns + column] = value
    }
  }
  return result
}

/** What 95 % of the pixels do not exceed. */
const brightest = ({ values }: Plane): number => quantileOf(histogramOf(new Uint8Array(values)), 0.95)
