import type { WorkingImage } from "../decode/WorkingImage.ts"
import { allocate, kept, pixels, uint32sAt, wordBytes } from "./pixels.ts"

/**
 * Where an image and what is made of it lie in the kernels' memory, row by row, until the planes of the next image are
 * begun.
 */
export interface Planes {
  readonly width: number
  readonly height: number
  /** The working image, three bytes for each pixel; of all others one. */
  readonly rgb: number
  /** Luminance (ITU-R BT.601) of dark ink on light paper. */
  readonly luminance: number
  /** Halfway between luminance and the darkest channel, so that coloured ink counts. */
  readonly darkness: number
  /** What each pixel reflects less than the paper around it, in parts of 255. */
  readonly levels: number
  /** Where there is more ink than paper: 1, elsewhere 0. */
  readonly mask: number
}

/** Those of an image, with nothing made of it. */
export const begunPlanes = ({ height, rgb: image, width }: WorkingImage): Planes => {
  const count = width * height
  const [rgb, luminance, darkness, levels, mask] = kept(image, count, count, count, count)
  return { width, height, rgb, luminance, darkness, levels, mask }
}

/** Values of a byte. */
export const levelCount = 256

/** How many of so many bytes at a place have each of 256 levels. */
export const histogramOf = (place: number, count: number): Uint32Array => {
  const [counts] = allocate(4 * wordBytes * levelCount)
  pixels.histogram(place, count, counts)
  return uint32sAt(counts, levelCount)
}

/** The first level at which so large a share of the values is reached. */
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
