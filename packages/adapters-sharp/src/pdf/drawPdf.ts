import type { Decode } from "@quittance/decoding"
import { sharp } from "../boundedSharp.ts"
import { measuredPicture } from "../measuredPicture.ts"
import type { DrawnPdf, PdfBounds } from "./DrawnPdf.ts"
import { drawnPages, type PagePixels } from "./drawnPages.ts"

/** Draws and measures the pages of a PDF, in a decoding process. */
const drawPdf: Decode<PdfBounds, DrawnPdf> = async (pdf, bounds) => {
  const pages = await drawnPages(pdf, bounds, pictureOf)
  return typeof pages === "string" ? { _tag: "Refused", fault: pages } : { _tag: "Drawn", pages }
}

export default drawPdf

/** As `pageType`. */
const pictureOf = async ({ height, values, width }: PagePixels) => {
  const drawn = sharp(values, { raw: { width, height, channels: 4 } }).removeAlpha()
  return measuredPicture(await drawn.jpeg({ quality: 85 }).toBuffer({ resolveWithObject: true }))
}
