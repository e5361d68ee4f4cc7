import type { CleanPicture } from "@quittance/core/adapter"
import { sharp } from "./boundedSharp.ts"
import { brightnessOf, fingerprintOf, type Luminances, sharpnessOf } from "./pictureFacts.ts"

/** A picture as sharp made it. */
interface MadePicture {
  readonly data: Uint8Array
  readonly info: { readonly width: number; readonly height: number }
}

/** With its measures: of the picture that was made, so that hostile bytes are decoded once. */
export const measuredPicture = async ({ data, info }: MadePicture): Promise<CleanPicture> => {
  const luminances = await luminancesOf(data)
  return {
    bytes: data,
    picture: {
      width: info.width,
      height: info.height,
      sharpness: sharpnessOf(luminances),
      brightness: brightnessOf(luminances),
      fingerprint: fingerprintOf(luminances)
    }
  }
}

/** The long side that facts are measured at. */
const measuredSide = 1000

const luminancesOf = async (picture: Uint8Array): Promise<Luminances> => {
  const { data, info } = await sharp(picture, {})
    .resize({ width: measuredSide, height: measuredSide, fit: "inside", withoutEnlargement: true })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, values: data }
}
