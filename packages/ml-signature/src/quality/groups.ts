import { blockSide, type InkMap, type Tracing } from "../ink/InkMap.ts"

/** The clear space between groups, as a share of the long side. */
const clearSpace = 0.16
/** A group has at least this share of all ink. */
const groupInkMin = 0.22

/** Groups stand side by side if they have this share of the lowest one's height in common. */
const inLineMin = 0.6

/**
 * How many groups of ink stand apart with a clear space between them, each with a good part of the ink, and the
 * width-to-height ratio of the narrowest if they stand side by side.
 */
export const groupsOf = ({ height, tracing, width }: InkMap) => {
  const apart = Math.max(1, Math.round((clearSpace * Math.max(width, height)) / blockSide))
  const groups = partsOf(tracing, apart).filter(({ ink }) => ink >= groupInkMin * tracing.count)
  const count = { groups: groups.length }
  if (groups.length === 0) return { ...count, narrowestGroup: 0 }
  const heights = groups.map(({ bottom, top }) => bottom - top + 1)
  const inCommon =
    Math.min(...groups.map(({ bottom }) => bottom)) - Math.max(...groups.map(({ top }) => top)) + 1
  if (inCommon < inLineMin * Math.min(...heights)) return count
  const widths = groups.map(({ left, right }, at) => (right - left + 1) / (heights[at] ?? 1))
  return { ...count, narrowestGroup: Math.min(...widths) }
}

interface Part {
  ink: number
  left: number
  right: number
  top: number
  bottom: number
}

/**
 * The parts of the ink that are further than `reach` blocks from each other: how much ink each has, and its box in
 * blocks.
 */
const partsOf = (
  { blockColumns: columns, blockRows: rows, blocks: ink }: Tracing,
  reach: number
): ReadonlyArray<Part> => {
  const seen = new Uint8Array(ink.length)
  const parts: Array<Part> = []
  const waiting: Array<number> = []
  for (let start = 0; start < ink.length; start++) {
    if (seen[start] === 1 || ink[start] === 0) continue
    const part = { ink: 0, left: columns, right: 0, top: rows, bottom: 0 }
    seen[start] = 1
    waiting.push(start)
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      const column = at % columns
      const row = (at - column) / columns
      part.ink += ink[at] ?? 0
      part.left = Math.min(part.left, column)
      part.right = Math.max(part.right, column)
      part.top = Math.min(part.top, row)
      part.bottom = Math.max(part.bottom, row)
      for (let y = Math.max(row - reach, 0); y <= Math.min(row + reach, rows - 1); y++) {
        for (let x = Math.max(column - reach, 0); x <= Math.min(column + reach, columns - 1); x++) {
          const next = y * columns + x
          if (seen[next] === 1 || ink[next] === 0) continue
          seen[next] = 1
          waiting.push(next)
        }
      }
    }
    parts.push(part)
  }
  return parts
}
