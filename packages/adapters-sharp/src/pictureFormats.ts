import type { PictureType } from "@quittance/core/adapter"
import type { PictureFormat } from "@quittance/decoding/pictures"

/** How a picture of each type is read. */
export const formatOf = {
  "image/jpeg": "jpeg",
  "image/png": "png",
  "image/webp": "webp"
} as const satisfies {
  readonly [T in PictureType]: PictureFormat
}
