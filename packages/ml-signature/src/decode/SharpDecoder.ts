import { rebuiltPicture } from "@quittance/decoding/pictures"
import type { Sharp, SharpOptions } from "sharp"
import { areaAverage } from "./areaAverage.ts"
import { giveBack } from "./giveBack.ts"
import { type Ground, onGround } from "./ground.ts"
import { type ImageDecoder, Undecodable } from "./ImageDecoder.ts"
import { uprightImage } from "./upright.ts"
import { workingSizeOf } from "./workingSize.ts"

type MakeSharp = (input: Uint8Array, options: SharpOptions) => Sharp

/** 40 megapixels, as for every file. */
const pixelsMax = 40_000_000

/**
 * Decodes with sharp, in one pipeline that decodes no more of a JPEG than the working size needs. It configures sharp
 * for the whole process: no cache, one thread for each image, and only the loaders of the four formats.
 */
export const loadSharpDecoder = async (): Promise<ImageDecoder> => {
  const { default: sharp } = await import("sharp")
  sharp.cache(false)
  sharp.concurrency(1)
  sharp.block({ operation: [...otherLoaders] })

  const decoded = (
    make: MakeSharp,
    bytes: Uint8Array,
    size: Size,
    ground: Ground,
    failOn: "warning" | "error"
  ) =>
    make(bytes, { failOn, limitInputPixels: pixelsMax })
      .flatten({ background: ground })
      .resize({ ...size, fit: "fill" })
      .toColourspace("srgb")
      .raw({ depth: "uchar" })
      .toBuffer()
  return {
    name: "sharp",
    pixelsMax,
    decode: async (bytes, header) => {
      const frame = rebuiltPicture(bytes, header.format)
      if (frame === undefined) throw new Undecodable("unreadable")
      const { height, width } = header
      const size = width * height <= wholeMax ? { width, height } : workingSizeOf(header)
      const shownOn = async (ground: Ground) => {
        const attempt = (failOn: "warning" | "error") => {
          // Whoever else uses sharp in this process may block what it does not need.
          if (header.format === "gif") sharp.unblock({ operation: ["VipsForeignLoadNsgifBuffer"] })
          return decoded(sharp, frame, size, ground, failOn)
        }
        const rgb = await attempt("warning")
          .catch((cause: unknown) => (isPassing(cause) ? attempt("error") : Promise.reject(cause)))
          .catch(() => Promise.reject(new Undecodable("unreadable")))
        if (rgb.length !== 3 * size.width * size.height) throw new Undecodable("unreadable")
        const shown = areaAverage({ ...size, channels: 3, data: rgb })
        if (shown.rgb !== rgb) giveBack(rgb)
        return shown
      }
      return uprightImage(await onGround(header.format, shownOn), frame, header)
    }
  }
}

/**
 * In pixels: what is not larger is decoded faster as a whole, and made smaller here, than made smaller as it is
 * decoded.
 */
const wholeMax = 640_000

type Size = ReturnType<typeof workingSizeOf>

/**
 * Whatever the first bytes make libvips believe, there is no other parser to be reached, and no file. They are named
 * one by one: to block all and unblock four would, for an instant, stop whoever decodes in another thread of the
 * process.
 */
const otherLoaders = [
  ...[
    "Csv",
    "Heif",
    "Jp2k",
    "Jxl",
    "Magick",
    "Matrix",
    "Mat",
    "Nifti",
    "OpenExr",
    "Openslide",
    "Pdf",
    "Ppm",
    "Rad"
  ],
  ...["Raw", "Svg", "Tiff", "Uhdr", "Vips", "Analyze", "Dcraw", "Fits"],
  ...["Jpeg", "Png", "Nsgif", "Webp"].flatMap((format) => [`${format}File`, `${format}Source`])
].map((loader) => `VipsForeignLoad${loader}`)

/**
 * Warnings about photographs in which nothing is missing: Samsung's front cameras write parameters that a sequential
 * JPEG must not have, others leave bytes before a marker. What is cut off is an error, a JPEG that ends too early is
 * another warning. A loader is unknown for an instant when another user of sharp in this process sets what is blocked.
 */
const isPassing = (cause: unknown): boolean =>
  /^VipsJpeg: (?:Invalid SOS parameters|.*extraneous bytes before marker)|unsupported image format/.test(
    messageOf(cause)
  )

const messageOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))
