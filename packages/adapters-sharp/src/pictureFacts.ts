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
 * The variance of their Laplacian, which is the difference of each from its four neighbours. Luminances at the border
 * have fewer neighbours and are left out, so a picture of less than three pixels on a side has none.
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
/** How many parts a row and a column of the picture have. */
const parts = 32
/** How far the surroundings of a part reach. */
const reach = 2

/**
 * 64 hex digits. Each bit is the sign of a sum over all parts of the picture. The sum adds or subtracts how much
 * brighter each part is than its surroundings, as a fixed sequence says. So the number of differing bits measures the
 * angle between two pictures. Brightness and shading that both have in common do not matter, and every detail counts in
 * every bit.
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

/** The next 32 bits of a pseudorandom sequence: Marsaglia's xorshift. */
const afterwards = (bits: number): number => {
  let next = bits
  next ^= next << 13
  next ^= next >>> 17
  return next ^ (next << 5)
}

/** In whole parts of 256 of a luminance, so that an even surface stays exactly even. */
const partMeans = ({ height, values, width }: Luminances): Float64Array =>
  squeezed(squeezed(Float64Array.from(values), width), height).map((mean) => Math.round(mean * 256))

/** Reduces each row to this many parts, each the exact mean of what it covers, and turns columns into rows. */
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

/** How much brighter each part is than the mean of the parts around it. */
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
