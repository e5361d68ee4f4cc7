/** Pictures of a signature that nobody wrote, drawn by code: the same bytes on every run. */
import sharp from "sharp"

export type PictureSize = { readonly width: number; readonly height: number }

export type PictureOptions = PictureSize & {
  /** How much the shades of paper and ink vary at random, in parts of 255. It makes files large. */
  readonly grain: number
  /** Of the JPEG, 1 to 100. */
  readonly quality: number
}

/** Numbers that look random and are the same every time (a linear congruential generator). */
const makeChance = () => {
  let state = 1
  return (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const paper = [236, 233, 226] as const
const ink = [28, 34, 92] as const

/** Enough points that the pen, whose width follows the height, leaves no gaps. */
const steps = 2_400

/** Loops of several heights from left to right and a stroke below them: a signature that the first look accepts. */
const strokes = ({ height, width }: PictureSize): ReadonlyArray<readonly [number, number]> =>
  Array.from({ length: steps }, (_, step) => {
    const along = step / steps
    const turn = 2 * Math.PI * along
    const loops: readonly [number, number] = [
      width * (0.15 + 0.6 * along + 0.04 * Math.sin(7 * turn)),
      height * (0.5 - 0.22 * Math.cos(7 * turn) * (0.55 + 0.45 * Math.cos(2.6 * turn)) * (1 - 0.5 * along))
    ]
    const below: readonly [number, number] = [width * (0.12 + 0.7 * along), height * (0.8 - 0.05 * along)]
    return [loops, below] as const
  }).flat()

/** A dark pen on light paper as a JPEG. */
export const drawnSignature = async ({ grain, height, quality, width }: PictureOptions): Promise<Buffer> => {
  const chance = makeChance()
  const pixels = Buffer.alloc(3 * width * height)
  for (let at = 0; at < pixels.length; at++) pixels[at] = (paper[at % 3] ?? 0) - grain * chance()
  const pen = Math.max(1, Math.round(height / 90))
  for (const [x, y] of strokes({ width, height }))
    for (let row = Math.round(y) - pen; row <= y + pen; row++)
      for (let column = Math.round(x) - pen; column <= x + pen; column++)
        if (Math.hypot(column - x, row - y) <= pen)
          for (let channel = 0; channel < 3; channel++)
            pixels[3 * (row * width + column) + channel] = (ink[channel] ?? 0) + grain * chance()
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality })
    .toBuffer()
}
