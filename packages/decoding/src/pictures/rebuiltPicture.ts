import type { PictureFormat } from "./PictureFormat.ts"
import { rebuiltGif } from "./rebuiltGif.ts"
import { rebuiltJpeg } from "./rebuiltJpeg.ts"
import { rebuiltPng } from "./rebuiltPng.ts"
import { rebuiltWebp } from "./rebuiltWebp.ts"

/**
 * The file with nothing but what carries its picture: size, pixels, transparency, colour profile, and of Exif the
 * orientation. Texts, thumbnails, further frames and pictures, and what is appended are gone, so no decoder inflates or
 * reads them. The pixels are the same.
 *
 * `undefined`: there is no whole first picture, or a PNG has no end, which only some decoders notice. What else may be
 * wrong with the picture, its decoder tells.
 */
export const rebuiltPicture = (bytes: Uint8Array, format: PictureFormat): Uint8Array | undefined => {
  switch (format) {
    case "gif":
      return rebuiltGif(bytes)
    case "webp":
      return rebuiltWebp(bytes)
    case "png":
      return rebuiltPng(bytes)
    case "jpeg":
      return rebuiltJpeg(bytes)
  }
}
