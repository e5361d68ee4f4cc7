import type { WorkingImage } from "../decode/WorkingImage.ts"
import { allocate, kept, pixels, uint32sAt, wordBytes } from "./pixels.ts"

/**
 * Where an image, and what is computed from it, lies in the kernels' memory, row by row. It stays until the next image
 * begins.
 */
export interface Planes {
  readonly width: number
  readonly height: number
  /** The working image, three bytes for each pixel. All other planes have one. */
  readonly rgb: number
  /** Luminance (ITU-R BT.601) of dark ink on light paper. */
  readonly luminance: number
  /** Halfway between luminance and the darkest channel, so that coloured ink counts too. */
  readonly darkness: number
  /** How much less each pixel reflects than the paper around it, in parts of 255. */
  readonly levels: number
  /** 1 where there is more ink than paper, and 0 elsewhere. */
  readonly mask: number
}

/** The planes of an image of which nothing was computed yet. */
export const begunPlanes = ({ height, rgb: image, width }: WorkingImage): Planes => {
  const count = width * height
  const [rgb, luminance, darkness, levels, mask] = kept(image, count, count, count, count)
  return { width, height, rgb, luminance, darkness, levels, mask }
}

/** How many values a byte has. */
export const levelCount = 256

/** How many of these bytes have each of the 256 levels. */
export const histogramOf = (place: number, count: number): Uint32Array => {
  const [counts] = allocate(4 * wordBytes * levelCount)
  pixels.histogram(place, count, counts)
  return uint32sAt(counts, levelCount)
}

/** The first level at which this share of the values is reached. */
export const quantileOf = (histogram: Uint32Array, share: number): number => {
  let total = 0
  for (const count of histogram) total += count
  let reached = 0
  for (let level = 0; level < histogram.length; level++) {
    reached += histogram[level] ?? 0
    if (reached >= share * total) return level
  }
  return histogram.length
}
