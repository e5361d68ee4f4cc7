import { SignatureImageRefused } from "@quittance/core"
import { SignatureClassifier, SignatureClassifierUnavailable } from "@quittance/core/adapter"
import { type Decoder, Decoding, type DecodingFailure } from "@quittance/decoding"
import { Effect } from "effect"
import type { DecoderChoice } from "./decode/ImageDecoder.ts"
import { imageHeaderOf } from "./decode/ImageHeader.ts"
import type { JudgedImage, Judgement } from "./Judgement.ts"

export interface SignatureModelOptions {
  /**
   * Which library decodes; `auto`. `auto` takes sharp if it is installed and jimp otherwise, which is slower and takes
   * at most 12 megapixels.
   */
  readonly decoder?: DecoderChoice
  /**
   * How many seconds of processor time decoding and judging an image may take; 5. An image that takes longer is
   * `tooCostly`.
   */
  readonly secondsMax?: number
}

/** The port over decoding processes that load a module. An image that its header refuses never reaches a process. */
export const classifierOver = Effect.fnUntraced(function* (
  { decoder = "auto", secondsMax = 5 }: SignatureModelOptions,
  judge: Decoder<JudgedImage, Judgement>
) {
  const { decode } = yield* Decoding
  return SignatureClassifier.of({
    classify: Effect.fn("SignatureModel.classify")(function* (bytes) {
      const header = yield* Effect.fromResult(imageHeaderOf(bytes))
      const judgement = yield* Effect.mapError(
        decode({ decoder: judge, bytes, options: { decoder, header }, secondsMax }),
        failureOf
      )
      switch (judgement._tag) {
        case "Judged":
          return judgement.evidence
        case "Refused":
          return yield* new SignatureImageRefused({ fault: judgement.fault, limit: judgement.limit })
      }
    })
  })
})

const failureOf = (failure: DecodingFailure): SignatureImageRefused | SignatureClassifierUnavailable => {
  switch (failure._tag) {
    case "DecodingTooCostly":
      return new SignatureImageRefused({ fault: "tooCostly" })
    case "DecodingBusy":
    case "DecodingBroken":
      return new SignatureClassifierUnavailable({ reason: failure.message })
  }
}
