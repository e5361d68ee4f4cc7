import type { SignatureEvidence } from "@quittance/core/adapter"
import type { DecoderChoice } from "./decode/ImageDecoder.ts"
import type { ImageHeader } from "./decode/ImageHeader.ts"

/** What the decoding process gets with the bytes of an image to judge. */
export interface JudgedImage {
  readonly decoder: DecoderChoice
  readonly header: ImageHeader
}

/** The result of judging. */
export type Judgement =
  | { readonly _tag: "Judged"; readonly evidence: SignatureEvidence }
  | {
      readonly _tag: "Refused"
      readonly fault: "unreadable" | "tooManyPixels"
      readonly limit: string | undefined
    }
