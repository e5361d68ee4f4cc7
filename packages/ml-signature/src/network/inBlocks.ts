import { canvasHeight, canvasWidth } from "../ink/canvas.ts"

const side = 4
/** What lies around the canvas and is paper, so that its first block is half outside. */
const border = side / 2

/** How the network takes a canvas: rows and columns of blocks, each of four by four pixels. */
export const blocksShape = [(canvasHeight + side) / side, (canvasWidth + side) / side, side * side] as const

const [, columns, size] = blocksShape

/** Where in its row of blocks each column of the canvas goes. */
const columnPlaces = Int32Array.from(
  { length: canvasWidth },
  (_, x) => size * Math.floor((x + border) / side) + ((x + border) % side)
)

const blocks = new Float32Array(blocksShape.reduce((product, length) => product * length))

/**
 * A canvas, its pixels in the order of blocks, row by row in each. A convolution over two by two of sixteen channels is
 * the same as one of eight by eight pixels in steps of four, at two thirds of the time. The numbers hold until the next
 * canvas.
 */
export const inBlocks = (canvas: Float32Array): Float32Array => {
  for (let y = 0, from = 0; y < canvasHeight; y++, from += canvasWidth) {
    const row = Math.floor((y + border) / side) * columns * size + ((y + border) % side) * side
    for (let x = 0; x < canvasWidth; x++) blocks[row + (columnPlaces[x] ?? 0)] = canvas[from + x] ?? 0
  }
  return blocks
}
