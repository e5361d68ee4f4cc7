import { SignatureImageRefused } from "@quittance/core"
import { SignatureClassifier, SignatureClassifierUnavailable } from "@quittance/core/adapter"
import { type Decoder, Decoding, type DecodingFailure } from "@quittance/decoding"
import { Effect } from "effect"
import type { DecoderChoice } from "./decode/ImageDecoder.ts"
import { imageHeaderOf } from "./decode/ImageHeader.ts"
import type { JudgedImage, Judgement } from "./Judgement.ts"

export interface SignatureModelOptions {
  /**
   * What decodes: `auto` takes sharp where it is installed, else jimp, which is slower and takes at most 12 megapixels;
   * `auto`.
   */
  readonly decoder?: DecoderChoice
  /**
   * The processor time that decoding and judging an image may take, in seconds; 5. One that takes longer is
   * `tooCostly`.
   */
  readonly secondsMax?: number
}

/** The port over decoding processes that load a module: what the header refuses never gets to one. */
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
