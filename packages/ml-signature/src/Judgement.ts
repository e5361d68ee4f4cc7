import type { SignatureEvidence } from "@quittance/core/adapter"
import type { DecoderChoice } from "./decode/ImageDecoder.ts"
import type { ImageHeader } from "./decode/ImageHeader.ts"

/** What is told of an image that is to be judged, beside its bytes. */
export interface JudgedImage {
  readonly decoder: DecoderChoice
  readonly header: ImageHeader
}

/** What comes of it. */
export type Judgement =
  | { readonly _tag: "Judged"; readonly evidence: SignatureEvidence }
  | {
      readonly _tag: "Refused"
      readonly fault: "unreadable" | "tooManyPixels"
      readonly limit: string | undefined
    }
