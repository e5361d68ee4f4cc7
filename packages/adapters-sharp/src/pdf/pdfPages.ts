import {
  type CleanPicture,
  documentBytesMax,
  DocumentRefused,
  pdfPagesMax,
  pdfPageSideMax,
  type PicturesUnavailable
} from "@quittance/core"
import { Effect } from "effect"
import decode, { type PdfOptions } from "./pdfDecoder.ts"

/** So many times what may be uploaded: a scan keeps its size, and a drawing that only repeats itself does not fill the disk. */
const options: PdfOptions = {
  pagesMax: pdfPagesMax,
  pageSideMax: pdfPageSideMax,
  picturesBytesMax: 3 * documentBytesMax
}

export const pdfPages = Effect.fn("SharpPictures.pages")(function* (
  pdf: Uint8Array
): Effect.fn.Return<ReadonlyArray<CleanPicture>, DocumentRefused | PicturesUnavailable> {
  const answer = yield* Effect.promise(() => decode(pdf, options))
  return typeof answer === "string" ? yield* new DocumentRefused({ fault: answer }) : answer
})
