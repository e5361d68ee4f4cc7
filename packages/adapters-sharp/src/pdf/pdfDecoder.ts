/** Draws the pages of a PDF, in a process of its own. */
import sharp, { type Sharp } from "sharp"
import { brightnessOf, fingerprintOf, type Luminances, sharpnessOf } from "../pictureFacts.ts"
import { drawnPages, type PagePixels, type PdfBounds, type PdfFault } from "./drawnPages.ts"

export interface PdfOptions extends PdfBounds {
  /** The most that the pictures of all pages may have together. */
  readonly picturesBytesMax: number
}

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

const opaque = ({ height, values, width }: PagePixels): Sharp =>
  sharp(values, { raw: { width, height, channels: 4 } }).removeAlpha()

const luminancesOf = async (page: PagePixels): Promise<Luminances> => {
  const { data, info } = await opaque(page)
    .resize({ width: measuredSide, height: measuredSide, fit: "inside", withoutEnlargement: true })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, values: data }
}

const pictureOf = async (page: PagePixels): Promise<PageAnswer> => {
  const { height, width } = page
  const luminances = await luminancesOf(page)
  return {
    bytes: await opaque(page).jpeg({ quality: 85 }).toBuffer(),
    picture: {
      width,
      height,
      sharpness: sharpnessOf(luminances),
      brightness: brightnessOf(luminances),
      fingerprint: fingerprintOf(luminances)
    }
  }
}

const decode = async (pdf: Uint8Array, { picturesBytesMax, ...bounds }: PdfOptions): Promise<PdfAnswer> => {
  let room = picturesBytesMax
  return drawnPages(pdf, bounds, async (page) => {
    const made = await pictureOf(page)
    room -= made.bytes.length
    return room < 0 ? "costlyPdf" : made
  })
}
export default decode
