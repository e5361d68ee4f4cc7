import type { SignatureEvidence } from "@quittance/core"
import type { DecoderChoice } from "../decode/ImageDecoder.ts"
import type { ImageHeader } from "../decode/ImageHeader.ts"

/** What a worker is started with. */
export interface WorkerSettings {
  readonly decoder: DecoderChoice
  /** The longest that decoding and judging one image may take. */
  readonly secondsMax: number
}

/** What a worker is asked to do. */
export type Work =
  /** Answered as soon as everything is loaded. */
  | { readonly _tag: "Warm" }
  | {
      readonly _tag: "Judge"
      /** The worker's own, which gives their memory back as soon as they are decoded. */
      readonly bytes: Uint8Array<ArrayBuffer>
      readonly header: ImageHeader
      /** Shared: 0, and from when the work begins on, the time at that instant (`process.hrtime.bigint()`). */
      readonly begunAt: BigInt64Array
    }

/** What a worker answers; what it throws counts as its break-down. */
export type WorkAnswer =
  | { readonly _tag: "Ready" }
  | { readonly _tag: "Judged"; readonly evidence: SignatureEvidence }
  | {
      readonly _tag: "Refused"
      readonly fault: "unreadable" | "tooManyPixels"
      readonly limit: string | undefined
    }

/** The function that a worker's file exports by default. */
export type Worker = (work: Work) => Promise<WorkAnswer>
