import type { Ink } from "./InkMap.ts"

/** In pixels; may reach beyond the image. */
export interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** What may lie outside on each side: specks and dirt. */
const outside = 0.004

/** The box of nearly all ink, without a margin; nothing where there is no ink. */
export const inkBoxOf = ({ tracing: { columns, count, rows } }: Ink): Box | undefined => {
  if (count === 0) return undefined
  const [left, right] = spanOf(columns, count)
  const [top, bottom] = spanOf(rows, count)
  return { left, top, right, bottom }
}

/** What the network looks at: the box with a margin, or everything. */
export const viewOf = (ink: Ink, box: Box | undefined): Box => {
  if (box === undefined) return { left: 0, top: 0, right: ink.width, bottom: ink.height }
  const margin = 2 + 0.05 * Math.max(box.right - box.left, box.bottom - box.top)
  return {
    left: box.left - margin,
    top: box.top - margin,
    right: box.right + margin,
    bottom: box.bottom + margin
  }
}

const spanOf = (counts: Uint32Array, total: number): readonly [number, number] => {
  let reached = 0
  let first = 0
  let last = counts.length - 1
  let begun = false
  for (let at = 0; at < counts.length; at++) {
    reached += counts[at] ?? 0
    if (!begun && reached > outside * total) {
      first = at
      begun = true
    }
    if (reached >= (1 - outside) * total) {
      last = at
      break
    }
  }
  return [first, last + 1]
}
