import type { ImageHeader } from "./ImageHeader.ts"
import type { WorkingImage } from "./WorkingImage.ts"

/** Which library decodes. sharp is used where it is installed; jimp is slower and runs wherever Node.js does. */
export const decoderChoices = ["auto", "sharp", "jimp"] as const
export type DecoderChoice = (typeof decoderChoices)[number]

/** Decodes files to the size at which everything is measured. Every decoder gives nearly the same picture. */
export interface ImageDecoder {
  readonly name: Exclude<DecoderChoice, "auto">
  /** The most pixels that it decodes: `imagePixelsMax` or fewer. */
  readonly pixelsMax: number
  /** `bytes` are those of the file whose header was read. Rejects with `Undecodable`. */
  readonly decode: (bytes: Uint8Array, header: ImageHeader) => Promise<WorkingImage>
}

/** Why a decoder rejects: the bytes are no picture, or the picture is too large for it. */
export class Undecodable extends Error {
  override readonly name = "Undecodable"
  readonly fault: "unreadable" | "tooManyPixels"
  /** The bound of this decoder, if the picture exceeds it. */
  readonly limit: string | undefined

  constructor(fault: Undecodable["fault"], limit?: string) {
    super(limit ?? fault)
    this.fault = fault
    this.limit = limit
  }
}
