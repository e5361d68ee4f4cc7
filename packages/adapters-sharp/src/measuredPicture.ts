import type { CleanPicture } from "@quittance/core/adapter"
import { sharp } from "./boundedSharp.ts"
import { brightnessOf, fingerprintOf, type Luminances, sharpnessOf } from "./pictureFacts.ts"

/** A picture as sharp made it. */
interface MadePicture {
  readonly data: Uint8Array
  readonly info: { readonly width: number; readonly height: number }
}

/** The same with its measures. The new picture is measured, so hostile bytes are decoded only once. */
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

/** The long side at which facts are measured. */
const measuredSide = 1000

const luminancesOf = async (picture: Uint8Array): Promise<Luminances> => {
  const { data, info } = await sharp(picture, {})
    .resize({ width: measuredSide, height: measuredSide, fit: "inside", withoutEnlargement: true })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, values: data }
}
