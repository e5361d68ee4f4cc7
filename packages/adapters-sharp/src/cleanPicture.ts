import type { PictureType } from "@quittance/core/adapter"
import type { Decode } from "@quittance/decoding"
import type { Sharp } from "sharp"
import { barePng } from "./barePng.ts"
import { sharp } from "./boundedSharp.ts"
import type { CleanedPicture, DirtyPicture } from "./CleanedPicture.ts"
import { headedPicture, shownAlike, wholly } from "./headedPicture.ts"
import { measuredPicture } from "./measuredPicture.ts"

/** Re-encodes and measures a picture of a type, in a decoding process. */
const cleanPicture: Decode<DirtyPicture, CleanedPicture> = async (bytes, asked) => {
  const { pixelsMax, type } = asked
  const file = await headedPicture(bytes, asked)
  if (typeof file === "string") return { _tag: "Refused", fault: file }
  const made = await wholly((failOn) =>
    encoded(sharp(file, { ...shownAlike, failOn, limitInputPixels: pixelsMax }), type).toBuffer({
      resolveWithObject: true
    })
  )
  if (made === undefined) return { _tag: "Refused", fault: "unreadable" }
  const picture = await measuredPicture(made)
  return {
    _tag: "Cleaned",
    picture: type === "image/png" ? { ...picture, bytes: barePng(made.data) } : picture
  }
}

export default cleanPicture

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
