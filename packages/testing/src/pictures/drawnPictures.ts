/** What a picture shows, in 8 bits of sRGB: red, green and blue of each pixel, row by row. */
export interface Pixels {
  readonly width: number
  readonly height: number
  readonly values: Uint8Array
}

export type Colour = readonly [red: number, green: number, blue: number]

/** A picture made pixel by pixel. */
export const pixelsOf = (
  width: number,
  height: number,
  colourAt: (x: number, y: number) => Colour
): Pixels => {
  const values = new Uint8Array(width * height * 3)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) values.set(colourAt(x, y), (y * width + x) * 3)
  }
  return { width, height, values }
}

export const grey = (luminance: number): Colour => [luminance, luminance, luminance]

const colourOf = ({ values, width }: Pixels, x: number, y: number): Colour => {
  const at = (y * width + x) * 3
  return [values[at] ?? 0, values[at + 1] ?? 0, values[at + 2] ?? 0]
}

/** The mean difference of all values of two pictures of one size. */
export const meanDifference = (one: Pixels, other: Pixels): number => {
  let sum = 0
  for (const [at, value] of one.values.entries()) sum += Math.abs(value - (other.values[at] ?? 0))
  return sum / one.values.length
}

/** How a picture with an orientation is meant to be looked at (Exif 3.0, tag 274). */
export const turned = (pixels: Pixels, orientation: number): Pixels => {
  const { height, width } = pixels
  const at = (x: number, y: number) => colourOf(pixels, x, y)
  switch (orientation) {
    case 2:
      return pixelsOf(width, height, (x, y) => at(width - 1 - x, y))
    case 3:
      return pixelsOf(width, height, (x, y) => at(width - 1 - x, height - 1 - y))
    case 4:
      return pixelsOf(width, height, (x, y) => at(x, height - 1 - y))
    case 5:
      return pixelsOf(height, width, (x, y) => at(y, x))
    case 6:
      return pixelsOf(height, width, (x, y) => at(y, height - 1 - x))
    case 7:
      return pixelsOf(height, width, (x, y) => at(width - 1 - y, height - 1 - x))
    case 8:
      return pixelsOf(height, width, (x, y) => at(width - 1 - y, x))
    default:
      return pixels
  }
}

/** The same at half the size. */
export const halved = (pixels: Pixels): Pixels =>
  pixelsOf(Math.floor(pixels.width / 2), Math.floor(pixels.height / 2), (x, y) => {
    const four = [0, 1].flatMap((right) =>
      [0, 1].map((down) => colourOf(pixels, x * 2 + right, y * 2 + down))
    )
    const mean = (index: 0 | 1 | 2) => Math.round(four.reduce((sum, colour) => sum + colour[index], 0) / 4)
    return [mean(0), mean(1), mean(2)]
  })

/** Numbers from 0 up to 1 that follow from a seed. */
const chanceOf = (seed: number) => {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/**
 * A drawn document. All have one layout: a title, lines of strokes like writing, and a face that nobody has. A seed
 * chooses the writing, the face and its colours.
 */
export const drawnCard = (seed: number, width = 640): Pixels => {
  const height = Math.round(width * 0.63)
  const chance = chanceOf(seed * 2_654_435_761)
  for (let i = 0; i < 8; i++) chance()
  const between = (from: number, to: number) => from + chance() * (to - from)
  const colour = (): Colour => [between(40, 220), between(40, 200), between(40, 180)]
  const [hair, skin, coat] = [colour(), colour(), colour()]
  const face = {
    x: between(0.17, 0.19),
    y: between(0.48, 0.52),
    across: between(0.05, 0.07),
    down: between(0.12, 0.15)
  }
  const lines = Array.from({ length: 6 }, () => Array.from({ length: 24 }, () => chance()))
  const lengths = lines.map(() => between(8, 22))
  return pixelsOf(width, height, (column, row) => {
    const x = column / width
    const y = row / height
    const ground: Colour = [230 - Math.round(30 * x), 235 - Math.round(20 * y), 215]
    if (y < 0.14) return [40, 70, 110]
    if (x > 0.06 && x < 0.3 && y > 0.25 && y < 0.82) {
      const reach = ((x - face.x) / face.across) ** 2 + ((y - face.y) / face.down) ** 2
      if (reach < 1) return skin
      if (reach < 1.6 && y < face.y) return hair
      return y > 0.7 ? coat : [225, 228, 235]
    }
    const line = Math.floor((y - 0.25) / 0.1)
    const stroke = Math.floor((x - 0.36) / 0.024)
    const inLine = (y - 0.25) / 0.1 - line
    const inStroke = (x - 0.36) / 0.024 - stroke
    const ink = lines[line]?.[stroke] ?? 0
    if (stroke < 0 || stroke > (lengths[line] ?? 0) || inLine > 0.6) return ground
    // A stroke down, a stroke across or neither, as writing has them.
    const isInk =
      (ink > 0.3 && inStroke < 0.25) || (ink > 0.6 && inLine < 0.15) || (ink < 0.5 && inLine > 0.45)
    return isInk ? [30, 30, 40] : ground
  })
}
