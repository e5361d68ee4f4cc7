import { SignatureImageRefused } from "@quittance/core"
import { mayHaveMagicBytesOf, signatureImageBytesMax } from "@quittance/core/adapter"
import { gifSize, jpegSize, type PictureSize, pngSize, viewOf, webpSize } from "@quittance/decoding/pictures"
import { Result } from "effect"

/** The formats of images. */
export const imageFormats = ["png", "jpeg", "gif", "webp"] as const
export type ImageFormat = (typeof imageFormats)[number]

/** What the first bytes of a file state. Nothing was decoded. */
export interface ImageHeader {
  readonly format: ImageFormat
  /** In pixels, as stored: of an animation the whole canvas, and of a rotated picture the size before it is turned. */
  readonly width: number
  readonly height: number
}

/** The most pixels in all, and the most on a side. */
export const imagePixelsMax = 40_000_000
export const imageSideMax = 10_000

const sizeOf: { readonly [F in ImageFormat]: (file: DataView) => PictureSize | undefined } = {
  png: pngSize,
  jpeg: jpegSize,
  gif: gifSize,
  webp: webpSize
}

/**
 * Reads a file's header, whatever its name says. A file without bytes is `empty`, and one with too many is `tooLarge`.
 * One that begins like none of the four formats is `unsupported`. One whose header is cut off or states no size is
 * `unreadable`. One that states too large a size is `tooManyPixels`.
 */
export const imageHeaderOf = (bytes: Uint8Array): Result.Result<ImageHeader, SignatureImageRefused> => {
  if (bytes.length === 0) return refused("empty")
  if (bytes.length > signatureImageBytesMax) return refused("tooLarge")
  const format = imageFormats.find((name) => mayHaveMagicBytesOf(bytes, `image/${name}`))
  if (format === undefined) return refused("unsupported")
  const size = sizeOf[format](viewOf(bytes))
  if (size === undefined || size.width === 0 || size.height === 0) return refused("unreadable")
  const { height, width } = size
  if (width * height > imagePixelsMax || Math.max(width, height) > imageSideMax)
    return refused("tooManyPixels")
  return Result.succeed({ format, width, height })
}

const refused = (fault: SignatureImageRefused["fault"]) => Result.fail(new SignatureImageRefused({ fault }))
