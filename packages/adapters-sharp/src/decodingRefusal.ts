import { DocumentRefused } from "@quittance/core"
import { PicturesUnavailable } from "@quittance/core/adapter"
import type { DecodingFailure } from "@quittance/decoding"

/** How the pictures port reports that a file was not decoded. `costly` is the fault of a file that takes too much. */
export const decodingRefusal =
  (costly: "costlyPdf" | "tooCostly") =>
  (failure: DecodingFailure): DocumentRefused | PicturesUnavailable => {
    switch (failure._tag) {
      case "DecodingTooCostly":
        return new DocumentRefused({ fault: costly })
      case "DecodingBusy":
      case "DecodingBroken":
        return new PicturesUnavailable({ reason: failure.message })
    }
  }
