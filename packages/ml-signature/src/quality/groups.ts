import { blockSide, type InkMap, type Tracing } from "../ink/InkMap.ts"

/** A clear space between groups, as a share of the long side. */
const clearSpace = 0.16
/** A group has at least this share of all ink. */
const groupInkMin = 0.22

/** How many groups of ink stand apart with a clear space between them, each with a good part of the ink. */
export const groupsOf = ({ height, tracing, width }: InkMap): number => {
  const apart = Math.max(1, Math.round((clearSpace * Math.max(width, height)) / blockSide))
  return partsOf(tracing, apart).filter((part) => part >= groupInkMin * tracing.count).length
}

/** Of each part of the ink that is further than `reach` blocks from the others, how much ink it has. */
const partsOf = (
  { blockColumns: columns, blockRows: rows, blocks: ink }: Tracing,
  reach: number
): ReadonlyArray<number> => {
  const seen = new Uint8Array(ink.length)
  const parts: Array<number> = []
  const waiting: Array<number> = []
  for (let start = 0; start < ink.length; start++) {
    if (seen[start] === 1 || ink[start] === 0) continue
    let sum = 0
    seen[start] = 1
    waiting.push(start)
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      const column = at % columns
      const row = (at - column) / columns
      sum += ink[at] ?? 0
      for (let y = Math.max(row - reach, 0); y <= Math.min(row + reach, rows - 1); y++) {
        for (let x = Math.max(column - reach, 0); x <= Math.min(column + reach, columns - 1); x++) {
          const next = y * columns + x
          if (seen[next] === 1 || ink[next] === 0) continue
          seen[next] = 1
          waiting.push(next)
        }
      }
    }
    parts.push(sum)
  }
  return parts
}
