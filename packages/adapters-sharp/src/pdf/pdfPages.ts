import { DocumentRefused } from "@quittance/core"
import { type Pictures, pdfPageSideMax, pdfPagesMax } from "@quittance/core/adapter"
import { type Decoding, decoderBeside } from "@quittance/decoding"
import { Effect } from "effect"
import { decodingRefusal } from "../decodingRefusal.ts"
import type { DrawnPdf, PdfBounds } from "./DrawnPdf.ts"

const drawPdf = decoderBeside<PdfBounds, DrawnPdf>("./drawPdf", import.meta.url)

const options: PdfBounds = { pagesMax: pdfPagesMax, pageSideMax: pdfPageSideMax }

/** The pages of PDFs. Each PDF is drawn in a process that is ended if it takes more than this processor time. */
export const pdfPagesOver = (
  { decode }: Decoding["Service"],
  secondsMax: number
): Pictures["Service"]["pages"] =>
  Effect.fn("SharpPictures.pages")(function* (bytes) {
    const drawn = yield* Effect.mapError(
      decode({ decoder: drawPdf, bytes, options, secondsMax }),
      decodingRefusal("costlyPdf")
    )
    switch (drawn._tag) {
      case "Drawn":
        return drawn.pages
      case "Refused":
        return yield* new DocumentRefused({ fault: drawn.fault })
    }
  })
