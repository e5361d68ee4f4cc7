import type { PictureType } from "@quittance/core/adapter"
import type { Decode } from "@quittance/decoding"
import { pngChunks, rebuiltPicture, viewOf } from "@quittance/decoding/pictures"
import type { Sharp, SharpOptions } from "sharp"
import { sharp } from "./boundedSharp.ts"
import type { CleanedPicture, DirtyPicture } from "./CleanedPicture.ts"
import { measuredPicture } from "./measuredPicture.ts"
import { formatOf } from "./pictureFormats.ts"

/** Re-encodes and measures a picture of a type, in a decoding process. */
const cleanPicture: Decode<DirtyPicture, CleanedPicture> = async (bytes, { pixelsMax, sideMax, type }) => {
  const file = rebuiltPicture(bytes, formatOf[type])
  if (file === undefined) return unreadable
  const header = await sharp(file, { ...bounded, failOn: "error", limitInputPixels: false })
    .metadata()
    .catch(() => undefined)
  if (header === undefined || header.format !== formatOf[type]) return unreadable
  const { height, width } = header
  if (Math.max(width, height) > sideMax || width * height > pixelsMax)
    return { _tag: "Refused", fault: "tooManyPixels" }
  const make = (failOn: "error" | "warning") =>
    encoded(sharp(file, { ...bounded, failOn, limitInputPixels: pixelsMax }), type).toBuffer({
      resolveWithObject: true
    })
  const made = await make("warning")
    .catch((cause: unknown) => (isHarmless(cause) ? make("error") : Promise.reject(cause)))
    .catch(() => undefined)
  if (made === undefined) return unreadable
  const picture = await measuredPicture(made)
  return {
    _tag: "Cleaned",
    picture: type === "image/png" ? { ...picture, bytes: barePng(made.data) } : picture
  }
}

export default cleanPicture

const unreadable: CleanedPicture = { _tag: "Refused", fault: "unreadable" }

const bounded: SharpOptions = {
  autoOrient: true,
  // The first one of an animation.
  pages: 1
}

/**
 * Warnings about photographs in which nothing is missing: Samsung's front cameras write parameters that a sequential
 * JPEG must not have, others leave bytes before a marker. What is cut off is an error, a JPEG that ends too early is
 * another warning.
 */
const isHarmless = (cause: unknown): boolean =>
  /^VipsJpeg: (?:Invalid SOS parameters|.*extraneous bytes before marker)/.test(
    cause instanceof Error ? cause.message : ""
  )

/**
 * The pixels as everybody sees them, in 8 bits of sRGB: what is see-through shows different things on different
 * grounds.
 */
const encoded = (picture: Sharp, type: PictureType): Sharp => {
  const shown = picture.flatten({ background: "white" }).toColourspace("srgb")
  switch (type) {
    case "image/jpeg":
      return shown.jpeg({ quality: 90 })
    case "image/png":
      return shown.png()
    case "image/webp":
      return shown.webp({ quality: 90, effort: 2 })
  }
}

const signatureBytes = 8
/** The chunks that make up the picture. */
const shown = new Set(["IHDR", "PLTE", "IDAT", "IEND"])

/**
 * A PNG from libvips, without what libvips copies from the sent picture: the size at which its sender wants it printed.
 */
const barePng = (png: Buffer): Buffer =>
  Buffer.concat([
    png.subarray(0, signatureBytes),
    ...[...pngChunks(viewOf(png))]
      .filter(({ name }) => shown.has(name))
      .map(({ at, nextAt }) => png.subarray(at, nextAt))
  ])
