import { rebuiltPicture } from "@quittance/decoding/pictures"
import { sharp } from "./boundedSharp.ts"
import type { DirtyPicture } from "./CleanedPicture.ts"
import { formatOf } from "./pictureFormats.ts"

/** A file of the type whose size is within the bounds, by its header: nothing of it was decoded. Or what is wrong. */
export const headedPicture = async (
  bytes: Uint8Array,
  { pixelsMax, sideMax, type }: DirtyPicture
): Promise<Uint8Array | "unreadable" | "tooManyPixels"> => {
  const file = rebuiltPicture(bytes, formatOf[type])
  if (file === undefined) return "unreadable"
  const header = await sharp(file, { ...shownAlike, failOn: "error", limitInputPixels: false })
    .metadata()
    .catch(() => undefined)
  if (header === undefined || header.format !== formatOf[type]) return "unreadable"
  const { height, width } = header
  return Math.max(width, height) > sideMax || width * height > pixelsMax ? "tooManyPixels" : file
}

/** What everybody sees of a file. */
export const shownAlike = {
  autoOrient: true,
  // The first one of an animation.
  pages: 1
}

/** What a whole file decodes to; undefined if something is missing or wrong in it. */
export const wholly = <A>(make: (failOn: "error" | "warning") => Promise<A>): Promise<A | undefined> =>
  make("warning")
    .catch((cause: unknown) => (isHarmless(cause) ? make("error") : Promise.reject(cause)))
    .catch(() => undefined)

/**
 * Warnings about photographs in which nothing is missing: Samsung's front cameras write parameters that a sequential
 * JPEG must not have, others leave bytes before a marker. What is cut off is an error, a JPEG that ends too early is
 * another warning.
 */
const isHarmless = (cause: unknown): boolean =>
  /^VipsJpeg: (?:Invalid SOS parameters|.*extraneous bytes before marker)/.test(
    cause instanceof Error ? cause.message : ""
  )
