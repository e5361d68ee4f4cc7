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
 * The variance of their Laplacian: of what each differs from its four neighbours. Those at the border have fewer and are left
 * out, so that a picture of less than three pixels on a side has none.
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

const columns = 17
const rows = 16

/** 64 hex digits: for each of 17 × 16 parts of the picture but the last of a row, whether the next one is brighter. */
export const fingerprintOf = (luminances: Luminances): string => {
  const digits: Array<string> = []
  for (let row = 0; row < rows; row++) {
    const means = Array.from({ length: columns }, (_, column) => partMean(luminances, column, row))
    let bits = 0
    for (let column = 1; column < columns; column++) {
      const brighter = (means[column] ?? 0) > (means[column - 1] ?? 0)
      bits = bits * 2 + (brighter ? 1 : 0)
    }
    digits.push(bits.toString(16).padStart(4, "0"))
  }
  return digits.join("")
}

/** The mean luminance of a part; where the picture has fewer pixels than parts, several have the same one. */
const partMean = ({ height, values, width }: Luminances, column: number, row: number): number => {
  const left = Math.floor((column * width) / columns)
  const right = Math.max(Math.floor(((column + 1) * width) / columns), left + 1)
  const top = Math.floor((row * height) / rows)
  const bottom = Math.max(Math.floor(((row + 1) * height) / rows), top + 1)
  let sum = 0
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) sum += values[y * width + x] ?? 0
  }
  return sum / ((right - left) * (bottom - top))
}
