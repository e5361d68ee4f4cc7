import type { InkMap } from "../ink/InkMap.ts"
import { histogramOf, quantileOf } from "../ink/Planes.ts"
import { allocate, float64sAt, pixels } from "../ink/pixels.ts"
import type { Strokes } from "./strokes.ts"

/** The share of all pixels that are ink. */
export const coverageOf = ({ height, tracing, width }: InkMap): number => tracing.count / (width * height)

/**
 * The mean width of strokes in pixels: twice their area divided by the length of their outline (Cauchy–Crofton in two
 * directions).
 */
export const strokeWidthOf = (strokes: Strokes): number => ratioOf(2 * strokes.inked, outlineOf(strokes))

/** In pixels. */
const outlineOf = ({ edges: [rows, columns] }: Strokes): number =>
  (((rows?.count ?? 0) + (columns?.count ?? 0)) * Math.PI) / 4

/**
 * The width of the transition from paper to ink, in pixels: the area between a quarter and three quarters of ink,
 * divided by the length of the outline. A pen on paper gives about 1, a blur of two pixels 3. Unlike a derivative, it
 * does not take the edges of a JPEG's blocks for sharp.
 */
export const edgeWidthOf = (strokes: Strokes): number => ratioOf(strokes.between, outlineOf(strokes))

/** A direction counts if strokes have edges across it: this share of those that they have across another. */
const directionMin = 0.1

/**
 * How sharp the edges of strokes are: the squares of second differences for each edge, divided by the square of the
 * difference between ink and paper; the mean of four directions, and that in which they are least sharp as a share of
 * it. Fine strokes give about 1, a blur of three pixels 0.05. What was shaken keeps the edges along its way.
 */
export const sharpnessOf = ({ depth, edges }: Strokes) => {
  const most = Math.max(...edges.map(({ count }) => count))
  const mean = sharpnessAcross(edges)
  const least = Math.min(
    ...edges
      .filter(({ count }) => count > 0 && count >= directionMin * most)
      .map((edge) => sharpnessAcross([edge]))
  )
  return {
    sharpness: ratioOf(mean, depth ** 2),
    sharpnessEvenness: mean === 0 ? 0 : least / mean
  }
}

const sharpnessAcross = (edges: Strokes["edges"]): number =>
  ratioOf(
    edges.reduce((sum, { squares }) => sum + squares, 0),
    edges.reduce((sum, { count }) => sum + count, 0)
  )

const ratioOf = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole)

/** A stroke this near the border, in pixels, goes on beyond it. */
const borderReach = 2

/**
 * How many strokes cross the left or right border, whichever has more, divided by how many cross a vertical line
 * through the ink.
 */
export const cutStrokesOf = ({ tracing: { begun } }: InkMap): number => {
  const inside = begun.filter((strokes) => strokes > 0)
  const mean = inside.reduce((sum, strokes) => sum + strokes, 0) / Math.max(inside.length, 1)
  const atBorder = Math.max(...begun.slice(0, borderReach), ...begun.slice(-borderReach))
  return mean === 0 ? 0 : atBorder / mean
}

/** The share of pixels that may be dust or glints. */
const specks = 0.01

/**
 * The median luminance, which is that of the paper, and the range between the darkest and the lightest parts; both 0 to
 * 255.
 */
export const lightOf = ({ height, luminance, width }: InkMap) => {
  const histogram = histogramOf(luminance, width * height)
  return {
    brightness: quantileOf(histogram, 0.5),
    luminanceRange: quantileOf(histogram, 1 - specks) - quantileOf(histogram, specks)
  }
}

/**
 * The deviation of the paper's noise, 0 to 255. It is that of the second differences along rows where there is no ink,
 * which a slope of light does not change (Immerkær 1996, in one dimension).
 */
export const noiseOf = ({ height, luminance, mask, width }: InkMap): number => {
  const [sums] = allocate(2 * Float64Array.BYTES_PER_ELEMENT)
  // Every second row tells as much.
  pixels.secondDifferences(luminance, mask, width, height, sums)
  const [sum = 0, count = 0] = float64sAt(sums, 2)
  // Of normal noise the mean absolute second difference is its deviation times √6 × √(2/π).
  return count === 0 ? 0 : sum / count / (Math.sqrt(6) * Math.sqrt(2 / Math.PI))
}
