import type { LogoPicture } from "@quittance/core/adapter"
import type { Decode } from "@quittance/decoding"
import type { Sharp } from "sharp"
import { barePng } from "./barePng.ts"
import { sharp } from "./boundedSharp.ts"
import { headedPicture, shownAlike, wholly } from "./headedPicture.ts"
import type { LogoMade, RawLogo } from "./LogoMade.ts"

/** Makes a logo of a picture from a stranger, in a decoding process. */
const logoPicture: Decode<RawLogo, LogoMade> = async (bytes, asked) => {
  const { bytesMax, pixelsMax, sideMin, size } = asked
  const file = await headedPicture(bytes, asked)
  if (typeof file === "string") return { _tag: "Refused", fault: file }
  const decoded = await wholly((failOn) =>
    sharp(file, { ...shownAlike, failOn, limitInputPixels: pixelsMax })
      .resize({ ...size, fit: "inside", withoutEnlargement: true })
      .toColourspace("srgb")
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
  )
  if (decoded === undefined) return { _tag: "Refused", fault: "unreadable" }
  const { channels, height, width } = decoded.info
  if (Math.min(width, height) < sideMin) return { _tag: "Refused", fault: "tooSmall" }
  const whole = () => sharp(decoded.data, { raw: { width, height, channels } })
  const { isOpaque } = await whole().stats()
  const pixels = () => (isOpaque ? whole().removeAlpha() : whole())
  return { _tag: "Made", logo: await smallEnough(pixels, bytesMax, width) }
}

export default logoPicture

const qualities = [90, 75, 50]

/** The best form that is small enough: exactly, then nearly, then with fewer pixels. */
const smallEnough = async (pixels: () => Sharp, bytesMax: number, width: number): Promise<LogoPicture> => {
  const fitted = () => pixels().resize({ width })
  const png = await fitted().png({ compressionLevel: 9 }).toBuffer({ resolveWithObject: true })
  const bare = barePng(png.data)
  const { height } = png.info
  if (bare.length <= bytesMax) return { bytes: bare, type: "image/png", width, height }
  for (const form of [{ lossless: true }, ...qualities.map((quality) => ({ quality }))]) {
    const bytes = await fitted()
      .webp({ ...form, effort: 4 })
      .toBuffer()
    if (bytes.length <= bytesMax) return { bytes, type: "image/webp", width, height }
  }
  return smallEnough(pixels, bytesMax, Math.floor(width / 2))
}
