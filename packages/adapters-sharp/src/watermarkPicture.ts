import { createRequire } from "node:module"
import type { Decode } from "@quittance/decoding"
import { rebuiltPicture } from "@quittance/decoding/pictures"
import { sharp } from "./boundedSharp.ts"
import { formatOf } from "./pictureFormats.ts"
import type { UnmarkedPicture, WatermarkedPicture } from "./WatermarkedPicture.ts"

/** Writes a text all over a picture, in a decoding process. */
const watermarkPicture: Decode<UnmarkedPicture, WatermarkedPicture> = async (
  bytes,
  { pixelsMax, sideMax, text, type }
) => {
  const file = rebuiltPicture(bytes, formatOf[type])
  const decoded =
    file &&
    (await sharp(file, { autoOrient: true, pages: 1, failOn: "error", limitInputPixels: pixelsMax })
      .resize({ width: sideMax, height: sideMax, fit: "inside", withoutEnlargement: true })
      .flatten({ background: "white" })
      .toColourspace("srgb")
      .raw()
      .toBuffer({ resolveWithObject: true })
      .catch(() => undefined))
  if (decoded === undefined) return { _tag: "Refused", fault: "unreadable" }
  const { data, info } = decoded
  const marked = await sharp(data, {
    raw: { width: info.width, height: info.height, channels: info.channels }
  })
    .composite([{ input: await stampOf(text, info), tile: true }])
    .jpeg({ quality: 82 })
    .toBuffer()
  return { _tag: "Watermarked", bytes: marked }
}

export default watermarkPicture

/** Western, Cyrillic, Greek and Hebrew letters. Others come from the fonts of the machine, if it has any. */
const fontfile = createRequire(import.meta.url).resolve("@expo-google-fonts/arimo/700Bold/Arimo_700Bold.ttf")

interface Size {
  readonly width: number
  readonly height: number
}

/** How strong both colours of the text are, of 255. */
const opacity = 110
const dark = 0
const light = 255

/**
 * The text once, aslant, no larger than the picture: dark letters with a light edge, so that one of both is seen on
 * every ground.
 */
const stampOf = async (text: string, { height, width }: Size): Promise<Buffer> => {
  const letterHeight = Math.max(14, Math.max(width, height) / 50)
  const { data: letters, info } = await sharp({
    text: {
      text: withoutMarkup(text),
      font: "Arimo Bold 12",
      fontfile,
      dpi: Math.round(6 * letterHeight),
      width: Math.max(1, Math.round(0.6 * Math.max(width, height))),
      wrap: "word-char"
    }
  })
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true })
  const edge = Math.max(1, Math.round(letterHeight / 18))
  const stamp = { width: info.width + 2 * edge, height: info.height + 2 * edge }
  const pixels = new Uint8Array(4 * stamp.width * stamp.height)
  const write = (colour: number, right: number, down: number) => {
    for (let y = 0; y < info.height; y++)
      for (let x = 0; x < info.width; x++) {
        if ((letters[y * info.width + x] ?? 0) < 128) continue
        const at = 4 * ((y + down) * stamp.width + x + right)
        pixels.fill(colour, at, at + 3)
        pixels[at + 3] = opacity
      }
  }
  for (const down of [0, edge, 2 * edge]) for (const right of [0, edge, 2 * edge]) write(light, right, down)
  write(dark, edge, edge)
  return sharp(await aslant(pixels, stamp))
    .resize({ width, height, fit: "inside", withoutEnlargement: true })
    .png()
    .toBuffer()
}

const aslant = (pixels: Uint8Array, { height, width }: Size): Promise<Buffer> =>
  sharp(pixels, { raw: { width, height, channels: 4 } })
    .rotate(-25, { background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .png()
    .toBuffer()

/** Pango would take it for markup. */
const withoutMarkup = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")
