import type { InkMap } from "../ink/InkMap.ts"

/** Two to this power of pixels are a block's side. */
const blockBits = 4
const block = 2 ** blockBits
/** A clear space between groups, as a share of the long side. */
const clearSpace = 0.16
/** A group has at least this share of all ink. */
const groupInkMin = 0.22

interface Blocks {
  readonly columns: number
  readonly rows: number
  /** Pixels of ink in each. */
  readonly ink: Uint16Array
}

/** How many groups of ink stand apart with a clear space between them, each with a good part of the ink. */
export const groupsOf = (ink: InkMap): number => {
  const apart = Math.max(1, Math.round((clearSpace * Math.max(ink.width, ink.height)) / block))
  return partsOf(blocksOf(ink), apart).filter((part) => part >= groupInkMin * ink.places.length).length
}

const blocksOf = ({ height, places, width }: InkMap): Blocks => {
  const columns = Math.ceil(width / block)
  const rows = Math.ceil(height / block)
  const ink = new Uint16Array(columns * rows)
  for (const at of places) {
    const y = Math.floor(at / width)
    const place = (y >> blockBits) * columns + ((at - y * width) >> blockBits)
    ink[place] = (ink[place] ?? 0) + 1
  }
  return { columns, rows, ink }
}

/** Of each part of the ink that is further than `reach` blocks from the others, how much ink it has. */
const partsOf = ({ columns, ink, rows }: Blocks, reach: number): ReadonlyArray<number> => {
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
