import { histogramOf, type Planes, quantileOf } from "./Planes.ts"
import { allocate, pixels, wordBytes } from "./pixels.ts"

/** As wide as `assembly/paper.ts` has them. */
const block = 8

/**
 * Makes levels: what each pixel reflects less than the paper around it, in parts of 255. The paper is the lightest mean
 * of two by two pixels in each block, then the lightest of five by five blocks, and the mean of five by five of these;
 * it is at least half as bright as what 95 % of the pixels do not exceed.
 */
export const divideByPaper = ({ darkness, height, levels, width }: Planes): void => {
  const least = Math.max(0.5 * quantileOf(histogramOf(darkness, width * height), 0.95), 1)
  const columns = Math.ceil(width / block)
  const rows = Math.ceil(height / block)
  const gridBytes = wordBytes * columns * rows
  const [grid, other, row] = allocate(gridBytes, gridBytes, wordBytes * columns)
  pixels.lightestOfBlocks(darkness, width, height, columns, rows, grid)
  for (const isMean of [0, 1]) {
    pixels.joinFives(grid, rows, columns, columns, 1, isMean, other)
    pixels.joinFives(other, columns, rows, 1, columns, isMean, grid)
  }
  pixels.inkLevels(darkness, width, height, grid, columns, rows, least, row, levels)
}
