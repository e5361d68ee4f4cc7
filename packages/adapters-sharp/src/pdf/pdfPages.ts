import {
  DocumentRefused,
  pdfPagesMax,
  pdfPageSideMax,
  type Pictures,
  PicturesUnavailable
} from "@quittance/core"
import { decoderBeside, type Decoding, type DecodingFailure } from "@quittance/decoding"
import { Effect } from "effect"
import type { DrawnPdf, PdfBounds } from "./DrawnPdf.ts"

const drawPdf = decoderBeside<PdfBounds, DrawnPdf>("./drawPdf", import.meta.url)

const options: PdfBounds = { pagesMax: pdfPagesMax, pageSideMax: pdfPageSideMax }

/** The pages of PDFs, each PDF drawn in a process that is ended if it takes more than this processor time. */
export const pdfPagesOver = (
  { decode }: Decoding["Service"],
  secondsMax: number
): Pictures["Service"]["pages"] =>
  Effect.fn("SharpPictures.pages")(function* (bytes) {
    const drawn = yield* Effect.mapError(decode({ decoder: drawPdf, bytes, options, secondsMax }), failureOf)
    switch (drawn._tag) {
      case "Drawn":
        return drawn.pages
      case "Refused":
        return yield* new DocumentRefused({ fault: drawn.fault })
    }
  })

const failureOf = (failure: DecodingFailure): DocumentRefused | PicturesUnavailable => {
  switch (failure._tag) {
    case "DecodingTooCostly":
      return new DocumentRefused({ fault: "costlyPdf" })
    case "DecodingBusy":
    case "DecodingBroken":
      return new PicturesUnavailable({ reason: failure.message })
  }
}
