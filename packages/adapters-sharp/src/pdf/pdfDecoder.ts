/** Draws the pages of a PDF, in a process of its own. */
import sharp from "sharp"
import { brightnessOf, fingerprintOf, type Luminances, sharpnessOf } from "../pictureFacts.ts"
import { drawnPages, type PagePixels, type PdfBounds, type PdfFault } from "./drawnPages.ts"

/** A page as a JPEG, with its measures: those of `Picture` in the core. */
export interface PageAnswer {
  readonly bytes: Uint8Array
  readonly picture: {
    readonly width: number
    readonly height: number
    readonly sharpness: number
    readonly brightness: number
    readonly fingerprint: string
  }
}

/** All pages, or why there are none. */
export type PdfAnswer = ReadonlyArray<PageAnswer> | PdfFault

sharp.cache(false)
sharp.concurrency(1)

/** The long side that facts are measured at. */
const measuredSide = 1000

const luminancesOf = async (picture: Uint8Array): Promise<Luminances> => {
  const { data, info } = await sharp(picture)
    .resize({ width: measuredSide, height: measuredSide, fit: "inside", withoutEnlargement: true })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, values: data }
}

const pictureOf = async ({ height, values, width }: PagePixels): Promise<PageAnswer> => {
  const drawn = sharp(values, { raw: { width, height, channels: 4 } }).removeAlpha()
  const bytes = await drawn.jpeg({ quality: 85 }).toBuffer()
  const luminances = await luminancesOf(bytes)
  return {
    bytes,
    picture: {
      width,
      height,
      sharpness: sharpnessOf(luminances),
      brightness: brightnessOf(luminances),
      fingerprint: fingerprintOf(luminances)
    }
  }
}

const decode = (pdf: Uint8Array, bounds: PdfBounds): Promise<PdfAnswer> => drawnPages(pdf, bounds, pictureOf)
export default decode
