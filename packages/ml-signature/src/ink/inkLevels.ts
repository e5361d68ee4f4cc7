import { histogramOf, type Planes, quantileOf } from "./Planes.ts"
import { allocate, bytesAt, pixels, wordBytes } from "./pixels.ts"

/** In pixels: wider than the strokes of a brush, narrower than most shadows. */
const block = 48

/**
 * Makes luminance and darkness, as dark ink on light paper. Answers whether the image has light ink on dark paper, and
 * was turned around for them: where what is thin is lighter than what surrounds it, by the third moments within blocks,
 * summed.
 */
export const darken = ({ darkness, height, luminance, rgb, width }: Planes): boolean => {
  const count = width * height
  pixels.darken(rgb, count, 0, luminance, darkness)
  const moments = pixels.thirdMoments(luminance, width, height, block)
  // A sheet of one colour has none: black is no ink then, but a sheet turned around.
  const isTurned = moments > 0 || (moments === 0 && (bytesAt(luminance, 1)[0] ?? 0) < 128)
  if (isTurned) pixels.darken(rgb, count, 1, luminance, darkness)
  return isTurned
}

/** As wide as `assembly/paper.ts` has them. */
const paperBlock = 8

/**
 * Makes levels: what each pixel reflects less than the paper around it, in parts of 255. The paper is the lightest mean
 * of two by two pixels in each block, then the lightest of five by five blocks, and the mean of five by five of these;
 * it is at least half as bright as what 95 % of the pixels do not exceed.
 */
export const divideByPaper = ({ darkness, height, levels, width }: Planes): void => {
  const least = Math.max(0.5 * quantileOf(histogramOf(darkness, width * height), 0.95), 1)
  const columns = Math.ceil(width / paperBlock)
  const rows = Math.ceil(height / paperBlock)
  const gridBytes = wordBytes * columns * rows
  const [grid, other, row] = allocate(gridBytes, gridBytes, wordBytes * columns)
  pixels.lightestOfBlocks(darkness, width, height, columns, rows, grid)
  for (const isMean of [0, 1]) {
    pixels.joinFives(grid, rows, columns, columns, 1, isMean, other)
    pixels.joinFives(other, columns, rows, 1, columns, isMean, grid)
  }
  pixels.inkLevels(darkness, width, height, grid, columns, rows, least, row, levels)
}
