import { SignatureImageRefused } from "@quittance/core"
import { mayHaveMagicBytesOf, signatureImageBytesMax } from "@quittance/core/adapter"
import { gifSize, jpegSize, type PictureSize, pngSize, viewOf, webpSize } from "@quittance/decoding/pictures"
import { Result } from "effect"

/** What an image may be. */
export const imageFormats = ["png", "jpeg", "gif", "webp"] as const
export type ImageFormat = (typeof imageFormats)[number]

/** What the first bytes of a file promise; nothing was decoded for it. */
export interface ImageHeader {
  readonly format: ImageFormat
  /** In pixels, as they are stored: of an animation the whole canvas, of a turned picture before it is turned. */
  readonly width: number
  readonly height: number
}

/** The most pixels, and the most on a side. */
export const imagePixelsMax = 40_000_000
export const imageSideMax = 10_000

const sizeOf: { readonly [F in ImageFormat]: (file: DataView) => PictureSize | undefined } = {
  png: pngSize,
  jpeg: jpegSize,
  gif: gifSize,
  webp: webpSize
}

/**
 * Reads a file's header, whatever its name says. A file of no bytes is `empty`, one of too many `tooLarge`, one that
 * begins like none of the four formats `unsupported`; one whose beginning is cut off or states no size is `unreadable`,
 * and one that states a size that is not decoded is `tooManyPixels`.
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
