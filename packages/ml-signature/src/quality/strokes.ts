import { type InkMap, inkShade, tonesOf } from "../ink/InkMap.ts"
import type { Box } from "../ink/inkBox.ts"
import { levelCount } from "../ink/Planes.ts"
import { allocate, float64sAt, pixels, uint32sAt, wordBytes } from "../ink/pixels.ts"

/**
 * How far paper is looked for, in pixels: what is wider than twice this is no stroke. Beyond the least it is as far as
 * strokes are wide, so that those of a brush are some.
 */
const paperReachMin = 8
const paperReachMax = 32
/** This near strokes, in pixels, lie their edges; rules of squared paper mostly do not. */
const edgeReach = 3
/** Between these shades, a pixel lies on the edge of a stroke. */
const edgeShades = [0.25, 0.75] as const
/** The kernel adds up the edges in four directions: along rows, along columns and along both diagonals. */
const directions = [0, 1, 2, 3] as const
const sumCount = 2 + 2 * directions.length

/**
 * What is darker than the paper on both sides of it, by the share of light that it lacks, with its edges. A
 * morphological closing takes strokes away and leaves the paper with all its shadows, however sharp their edges are.
 */
export interface Strokes {
  /** How many pixels of strokes there are, and how many between a quarter and three quarters of ink along them. */
  readonly inked: number
  readonly between: number
  /** How much less strokes reflect than the paper beside them, on average, 0 to 255. */
  readonly depth: number
  /**
   * In each of four directions: how many edges strokes have, and the squares of second differences of what they lack,
   * added up.
   */
  readonly edges: ReadonlyArray<{ readonly count: number; readonly squares: number }>
}

export const strokesOf = (ink: InkMap, box: Box | undefined): Strokes => {
  const { tracing, width } = ink
  const inkWidth = tracing.edges === 0 ? 0 : (8 * tracing.count) / (Math.PI * tracing.edges)
  const paperReach = Math.round(Math.min(Math.max(inkWidth, paperReachMin), paperReachMax))
  const top = Math.max((box?.top ?? 0) - paperReach - edgeReach, 0)
  const height = Math.min((box?.bottom ?? 0) + paperReach + edgeReach, ink.height) - top
  const darkness = ink.darkness + top * width
  const count = width * height
  const roomBytes = (height + 2 * paperReach) * width + width + 2 * paperReach + 64
  const [paper, levels, mask, near, room, counts, sums] = allocate(
    ...[count, count, count, count, roomBytes, 4 * wordBytes * levelCount],
    sumCount * Float64Array.BYTES_PER_ELEMENT
  )
  pixels.spread(darkness, width, height, paperReach, 0, room, paper)
  pixels.spread(paper, width, height, paperReach, 1, room, paper)
  pixels.lacks(darkness, paper, count, levels)
  pixels.histogram(levels, count, counts)
  const { contrast, shades } = tonesOf(uint32sAt(counts, levelCount))
  pixels.atLeast(levels, count, firstAbove(inkShade, shades), mask)
  pixels.spread(mask, width, height, edgeReach, 0, room, near)
  const [least, most] = [
    firstAbove(edgeShades[0], shades),
    shades.findLastIndex((shade) => shade < edgeShades[1])
  ]
  pixels.edges(levels, mask, near, width, height, least, most, sums)
  const [inked = 0, between = 0, ...parts] = float64sAt(sums, sumCount)
  return {
    inked,
    between,
    depth: 255 * contrast,
    edges: directions.map((direction) => ({
      count: parts[directions.length + direction] ?? 0,
      squares: parts[direction] ?? 0
    }))
  }
}

const firstAbove = (bound: number, shades: Float32Array): number => shades.findIndex((shade) => shade > bound)
