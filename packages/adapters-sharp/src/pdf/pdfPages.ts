import {
  type CleanPicture,
  DocumentRefused,
  pdfPagesMax,
  pdfPageSideMax,
  type Pictures,
  PicturesUnavailable
} from "@quittance/core"
import { type Decoder, decoderBeside, type Decoding } from "@quittance/decoding"
import { Effect } from "effect"
import type { PdfBounds } from "./drawnPages.ts"
import type { PdfAnswer } from "./pdfDecoder.ts"

const decoder: Decoder<PdfBounds, PdfAnswer> = decoderBeside("./pdfDecoder", import.meta.url)

const options: PdfBounds = { pagesMax: pdfPagesMax, pageSideMax: pdfPageSideMax }

/** The pages of PDFs, each PDF drawn in a process that is ended if it takes more than this processor time. */
export const pdfPagesOver = (
  { decode }: Decoding["Service"],
  secondsMax: number
): Pictures["Service"]["pages"] =>
  Effect.fn("SharpPictures.pages")(function* (bytes): Effect.fn.Return<
    ReadonlyArray<CleanPicture>,
    DocumentRefused | PicturesUnavailable
  > {
    const answer = yield* decode({ decoder, bytes, options, secondsMax }).pipe(
      Effect.catchTags({
        DecodingTooCostly: () => Effect.succeed("costlyPdf" as const),
        DecodingBusy: ({ reason }) => Effect.fail(new PicturesUnavailable({ reason })),
        DecodingBroken: ({ reason }) => Effect.fail(new PicturesUnavailable({ reason }))
      })
    )
    return typeof answer === "string" ? yield* new DocumentRefused({ fault: answer }) : answer
  })
