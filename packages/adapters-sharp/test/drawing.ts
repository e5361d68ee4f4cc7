import type { PictureType } from "@quittance/core/adapter"
import type { PicturesHarness } from "@quittance/testing"
import { Effect } from "effect"
import sharp, { type Sharp } from "sharp"

/** Writes and reads plain pictures. */
export const drawing: PicturesHarness<never> = {
  encode: ({ height, values, width }, type) =>
    Effect.promise(() => {
      const picture = sharp(values, { raw: { width, height, channels: 3 } })
      return encoders[type](picture).toBuffer()
    }),
  decode: (file) =>
    Effect.promise(async () => {
      const { data, info } = await sharp(file, {})
        .toColourspace("srgb")
        .raw()
        .toBuffer({ resolveWithObject: true })
      return { width: info.width, height: info.height, values: data }
    })
}

const encoders: { readonly [T in PictureType]: (picture: Sharp) => Sharp } = {
  "image/jpeg": (picture) => picture.jpeg({ quality: 95 }),
  "image/png": (picture) => picture.png(),
  "image/webp": (picture) => picture.webp({ quality: 95, effort: 0 })
}
