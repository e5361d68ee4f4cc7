/** The luminances of a picture, 0 to 255, row by row. */
export interface Luminances {
  readonly width: number
  readonly height: number
  readonly values: Uint8Array
}

/** Their mean. */
export const brightnessOf = ({ values }: Luminances): number => {
  let sum = 0
  for (const value of values) sum += value
  return sum / Math.max(values.length, 1)
}

/**
 * The variance of their Laplacian: of what each differs from its four neighbours. Those at the border have fewer and
 * are left out, so that a picture of less than three pixels on a side has none.
 */
export const sharpnessOf = ({ height, values, width }: Luminances): number => {
  let sum = 0
  let squares = 0
  for (let y = 1; y < height - 1; y++) {
    for (let at = y * width + 1; at < (y + 1) * width - 1; at++) {
      const here = values[at] ?? 0
      const beside = (values[at - 1] ?? 0) + (values[at + 1] ?? 0)
      const laplacian = beside + (values[at - width] ?? 0) + (values[at + width] ?? 0) - 4 * here
      sum += laplacian
      squares += laplacian * laplacian
    }
  }
  const count = Math.max((width - 2) * (height - 2), 1)
  const mean = sum / count
  return squares / count - mean * mean
}

const bitCount = 256
/** Parts of the picture in a row and in a column. */
const parts = 32
/** How far around a part its surroundings reach. */
const reach = 2

/**
 * 64 hex digits. A bit is the sign of a sum over all parts of the picture: of what each is brighter than its
 * surroundings, added or subtracted as a fixed sequence says. So the bits that differ tell the angle between two
 * pictures, whatever is common to both in brightness and shading, and every detail counts for all of them.
 */
export const fingerprintOf = (luminances: Luminances): string => {
  const edges = edgesOf(partMeans(luminances))
  const digits: Array<string> = []
  let signs = 0x9e3779b9
  for (let bit = 0, digit = 0; bit < bitCount; bit++) {
    let sum = 0
    for (const [part, edge] of edges.entries()) {
      if (part % 32 === 0) signs = afterwards(signs)
      sum += ((signs >>> (part % 32)) & 1) === 1 ? edge : -edge
    }
    digit = digit * 2 + (sum > 0 ? 1 : 0)
    if (bit % 4 === 3) {
      digits.push(digit.toString(16))
      digit = 0
    }
  }
  return digits.join("")
}

/** The next 32 bits of a sequence that looks random: Marsaglia's xorshift. */
const afterwards = (bits: number): number => {
  let next = bits
  next ^= next << 13
  next ^= next >>> 17
  return next ^ (next << 5)
}

/** In whole parts of 256 of a luminance, so that what is even stays so exactly. */
const partMeans = ({ height, values, width }: Luminances): Float64Array =>
  squeezed(squeezed(Float64Array.from(values), width), height).map((mean) => Math.round(mean * 256))

/** Each row brought to so many parts, with the exact mean of what each covers, and columns made rows. */
const squeezed = (values: Float64Array, width: number): Float64Array => {
  const height = values.length / width
  const means = new Float64Array(parts * height)
  for (let x = 0; x < width; x++) {
    const from = (x * parts) / width
    const to = ((x + 1) * parts) / width
    for (let part = Math.floor(from); part < Math.min(to, parts); part++) {
      const share = Math.min(to, part + 1) - Math.max(from, part)
      for (let y = 0; y < height; y++) {
        const at = part * height + y
        means[at] = (means[at] ?? 0) + (values[y * width + x] ?? 0) * share
      }
    }
  }
  return means
}

/** What each part is brighter than the mean of those around it. */
const edgesOf = (means: Float64Array): Float64Array =>
  means.map((mean, at) => {
    const column = at % parts
    const row = (at - column) / parts
    let sum = 0
    let count = 0
    for (let y = Math.max(row - reach, 0); y <= Math.min(row + reach, parts - 1); y++) {
      for (let x = Math.max(column - reach, 0); x <= Math.min(column + reach, parts - 1); x++) {
        sum += means[y * parts + x] ?? 0
        count += 1
      }
    }
    return mean - sum / count
  })
