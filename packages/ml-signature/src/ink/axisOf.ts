import { canvasHeight, canvasWidth } from "./canvas.ts"

/** Along which the ink spreads most. */
export interface Axis {
  /** How steeply it rises to the right, in degrees from -90 to 90. */
  readonly slope: number
  /**
   * The ink's variance along it, divided by that across it: 1 where all directions are alike, and then it tells little.
   */
  readonly stretch: number
}

/** The principal axis of the ink of a canvas. */
export const axisOf = (canvas: Float32Array): Axis => {
  let total = 0
  let sumX = 0
  let sumY = 0
  let sumXX = 0
  let sumXY = 0
  let sumYY = 0
  for (let y = 0, at = 0; y < canvasHeight; y++) {
    for (let x = 0; x < canvasWidth; x++, at++) {
      const shade = canvas[at] ?? 0
      total += shade
      sumX += shade * x
      sumY += shade * y
      sumXX += shade * x * x
      sumXY += shade * x * y
      sumYY += shade * y * y
    }
  }
  // Variances and covariance, times the square of the total. Rows are counted from the top.
  const across = total * sumXX - sumX * sumX
  const down = total * sumYY - sumY * sumY
  const both = sumX * sumY - total * sumXY
  const difference = Math.hypot(across - down, 2 * both)
  return {
    slope: (Math.atan2(2 * both, across - down) * 90) / Math.PI,
    stretch: difference === 0 ? 1 : (across + down + difference) / (across + down - difference)
  }
}
