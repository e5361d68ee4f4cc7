import { inflateSync } from "node:zlib"
import { pngChunks, rebuiltPicture, viewOf } from "@quittance/decoding/pictures"
import { defaultFormats } from "jimp"
import { areaAverage } from "./areaAverage.ts"
import { onGround } from "./ground.ts"
import { type ImageDecoder, Undecodable } from "./ImageDecoder.ts"
import type { ImageHeader } from "./ImageHeader.ts"
import { asPrinted, isOfInks } from "./printingColours.ts"
import { uprightImage } from "./upright.ts"
import { loadWebpCodec } from "./webpCodec.ts"

/** Its JPEG reader holds some 40 bytes for each pixel, and takes a second for 6 megapixels. */
const pixelsMax = 12_000_000

/** Decodes with jimp's formats, without a native library. It decodes pictures as a whole, so its bound is lower. */
export const loadJimpDecoder = async (): Promise<ImageDecoder> => {
  const webp = await loadWebpCodec()
  if (gif === undefined || jpeg === undefined || png === undefined) throw new Error("jimp lacks a format")
  const pixelsOf = async (bytes: Uint8Array, header: ImageHeader): Promise<Uint8Array> => {
    const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    switch (header.format) {
      case "webp":
        return webp(bytes, header)
      case "gif":
        return gif.decode(file).data
      case "png":
        refuseLargerThanHeader(bytes, header)
        return png.decode(file).data
      case "jpeg":
        return jpeg.decode(file, jpegOptions).data
    }
  }
  return {
    name: "jimp",
    pixelsMax,
    decode: async (bytes, header) => {
      if (header.width * header.height > pixelsMax)
        throw new Undecodable(
          "tooManyPixels",
          `the image must have at most ${pixelsMax / 1_000_000} megapixels`
        )
      const frame = rebuiltPicture(bytes, header.format)
      if (frame === undefined) throw new Undecodable("unreadable")
      const data = await pixelsOf(frame, header).catch(() => Promise.reject(new Undecodable("unreadable")))
      if (data.length !== 4 * header.width * header.height) throw new Undecodable("unreadable")
      const shown = await onGround(header.format, async (ground) => {
        if (ground === "black") layOnBlack(data)
        return areaAverage({ width: header.width, height: header.height, channels: 4, data })
      })
      // The reader takes inks for ideal ones.
      const inks = header.format === "jpeg" && isOfInks(frame)
      const stored = inks ? { ...shown, rgb: asPrinted(shown.rgb) } : shown
      return uprightImage(stored, frame, header)
    }
  }
}

/** Pixels of red, green, blue and how much of the ground they cover become pixels that cover all of it. */
const layOnBlack = (data: Uint8Array): void => {
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3] ?? 255
    for (let channel = at; channel < at + 3; channel++)
      data[channel] = Math.round(((data[channel] ?? 0) * alpha) / 255)
    data[at + 3] = 255
  }
}

const jpegOptions = {
  tolerantDecoding: false,
  maxResolutionInMP: pixelsMax / 1_000_000,
  maxMemoryUsageInMB: 512
}

const formats = defaultFormats.map((make) => make())
const gif = formats.find((format) => format.mime === "image/gif")
const jpeg = formats.find((format) => format.mime === "image/jpeg")
const png = formats.find((format) => format.mime === "image/png")

/**
 * Whether the rows of an image come in seven passes: the last byte of its first chunk (PNG, third edition, section
 * 11.2.1).
 */
const interlacedAt = 28

/**
 * The reader bounds what it inflates by what the header states, but not of an interlaced image: that is inflated here
 * before, and no further than its passes can go. A pass has at most a row for each of the image, and a row a byte for
 * its filter and one that is not full.
 */
const refuseLargerThanHeader = (bytes: Uint8Array, { height, width }: ImageHeader): void => {
  if (bytes[interlacedAt] === 0) return
  const chunks = [...pngChunks(viewOf(bytes))]
  const packed = chunks
    .filter(({ name }) => name === "IDAT")
    .map(({ dataAt, dataLength }) => bytes.subarray(dataAt, dataAt + dataLength))
  const maxOutputLength = pixelBytesMax * width * height + 7 * 2 * height
  inflateSync(Buffer.concat(packed), { maxOutputLength })
}

/** Of four channels of 16 bits. */
const pixelBytesMax = 8
