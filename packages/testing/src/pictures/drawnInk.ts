import { grey, type Pixels, pixelsOf } from "./drawnPictures.ts"

/** A point of a drawing, in pixels from the upper left corner. */
export type Point = readonly [x: number, y: number]

/** Points that a pen passes without being lifted. */
export type Stroke = ReadonlyArray<Point>

const distanceTo = ([x, y]: Point, [fromX, fromY]: Point, [toX, toY]: Point): number => {
  const [acrossX, acrossY] = [toX - fromX, toY - fromY]
  const length = acrossX ** 2 + acrossY ** 2
  const along = length === 0 ? 0 : ((x - fromX) * acrossX + (y - fromY) * acrossY) / length
  const nearest = Math.min(1, Math.max(0, along))
  return Math.hypot(x - fromX - nearest * acrossX, y - fromY - nearest * acrossY)
}

/** How far ink reaches from the middle of a stroke, in pixels; the last value is the soft edge. */
const reach = 2.5

/** What a pen leaves on paper: strokes four pixels wide, with soft edges, of these luminances. */
export const drawnInk = (
  width: number,
  height: number,
  strokes: ReadonlyArray<Stroke>,
  { ink = 30, paper = 250 } = {}
): Pixels => {
  const covered = new Float64Array(width * height)
  const cover = (from: Point, to: Point): void => {
    const [left, right] = [Math.min(from[0], to[0]) - reach, Math.max(from[0], to[0]) + reach]
    const [top, bottom] = [Math.min(from[1], to[1]) - reach, Math.max(from[1], to[1]) + reach]
    for (let y = Math.max(0, Math.floor(top)); y <= Math.min(height - 1, bottom); y++)
      for (let x = Math.max(0, Math.floor(left)); x <= Math.min(width - 1, right); x++) {
        const share = Math.min(1, reach - distanceTo([x, y], from, to))
        covered[y * width + x] = Math.max(covered[y * width + x] ?? 0, share)
      }
  }
  for (const stroke of strokes)
    for (const [index, point] of stroke.entries()) cover(stroke[index - 1] ?? point, point)
  return pixelsOf(width, height, (x, y) =>
    grey(Math.round(paper + (ink - paper) * (covered[y * width + x] ?? 0)))
  )
}

/**
 * A line of loops that rise and fall, as a hasty hand writes a name: its distance from the left and the top, its width
 * and its height.
 */
export const loops = (left: number, top: number, width: number, height: number): Stroke =>
  Array.from({ length: 90 }, (_, step) => {
    const along = step / 89
    const turn = along * Math.PI * 9
    return [
      left + width * (0.04 + along * 0.92) + Math.cos(turn) * width * 0.04,
      top + height * (0.5 + 0.5 * Math.sin(turn) * (1 - along * 0.6))
    ]
  })
