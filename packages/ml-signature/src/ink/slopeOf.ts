import { canvasHeight, canvasWidth } from "./canvas.ts"

/**
 * How steeply the ink of a canvas rises to the right, in degrees from -90 to 90: its principal axis, along which it
 * spreads most.
 */
export const slopeOf = (canvas: Float32Array): number => {
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
  const between = total * sumXY - sumX * sumY
  const across = total * sumXX - sumX * sumX
  const down = total * sumYY - sumY * sumY
  // Rows are counted from the top.
  return (Math.atan2(-2 * between, across - down) * 90) / Math.PI
}
