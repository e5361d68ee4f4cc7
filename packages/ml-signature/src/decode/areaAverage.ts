import type { Rgb } from "./upright.ts"
import { workingSizeOf } from "./workingSize.ts"

/** Pixels of four bytes, row by row: red, green, blue and how much of the ground they cover. */
export interface Rgba {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array
}

/** The picture on white at its working size: each pixel the exact mean of what it covers. */
export const areaAverage = ({ data, height, width }: Rgba): Rgb => {
  const size = workingSizeOf({ width, height })
  const columns = sharesOf(width, size.width)
  const rows = sharesOf(height, size.height)
  const sums = new Float64Array(3 * size.width * size.height)
  const row = new Float64Array(3 * size.width)
  for (let y = 0; y < height; y++) {
    row.fill(0)
    for (let x = 0, from = 4 * y * width; x < width; x++, from += 4) {
      const alpha = (data[from + 3] ?? 0) / 255
      const ground = 255 * (1 - alpha)
      const red = (data[from] ?? 0) * alpha + ground
      const green = (data[from + 1] ?? 0) * alpha + ground
      const blue = (data[from + 2] ?? 0) * alpha + ground
      const to = 3 * (columns.part[x] ?? 0)
      const share = columns.share[x] ?? 0
      row[to] = (row[to] ?? 0) + red * share
      row[to + 1] = (row[to + 1] ?? 0) + green * share
      row[to + 2] = (row[to + 2] ?? 0) + blue * share
      const rest = columns.rest[x] ?? 0
      if (rest === 0) continue
      row[to + 3] = (row[to + 3] ?? 0) + red * rest
      row[to + 4] = (row[to + 4] ?? 0) + green * rest
      row[to + 5] = (row[to + 5] ?? 0) + blue * rest
    }
    const part = rows.part[y] ?? 0
    addTo(sums, part * row.length, row, rows.share[y] ?? 0)
    if ((rows.rest[y] ?? 0) > 0) addTo(sums, (part + 1) * row.length, row, rows.rest[y] ?? 0)
  }
  return { ...size, rgb: Uint8Array.from(sums, Math.round) }
}

const addTo = (sums: Float64Array, at: number, row: Float64Array, share: number): void => {
  for (let index = 0; index < row.length; index++)
    sums[at + index] = (sums[at + index] ?? 0) + (row[index] ?? 0) * share
}

/** For each pixel of a side: the part that it falls into, how much it counts there, and how much in the next part. */
const sharesOf = (side: number, parts: number) => {
  const part = new Int32Array(side)
  const share = new Float64Array(side)
  const rest = new Float64Array(side)
  for (let at = 0; at < side; at++) {
    // Counted in whole numbers, so that nothing falls beside the last part.
    const from = at * parts
    const to = from + parts
    const first = Math.floor(from / side)
    const end = (first + 1) * side
    part[at] = first
    share[at] = (Math.min(to, end) - from) / side
    rest[at] = Math.max(to - end, 0) / side
  }
  return { part, share, rest }
}
