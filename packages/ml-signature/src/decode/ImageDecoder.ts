import type { ImageHeader } from "./ImageHeader.ts"
import type { WorkingImage } from "./WorkingImage.ts"

/** Which library decodes: sharp where it is installed, else jimp, which is slower and runs wherever Node.js does. */
export const decoderChoices = ["auto", "sharp", "jimp"] as const
export type DecoderChoice = (typeof decoderChoices)[number]

/**
 * Brings files to the size that everything is measured at. The same picture comes out nearly equal from every decoder.
 */
export interface ImageDecoder {
  readonly name: Exclude<DecoderChoice, "auto">
  /** The most pixels that it takes: `imagePixelsMax`, or less. */
  readonly pixelsMax: number
  /** Of the file that the header was read from. Rejects with `Undecodable`. */
  readonly decode: (bytes: Uint8Array, header: ImageHeader) => Promise<WorkingImage>
}

/** What a decoder rejects with: the bytes give no picture, or one that is too large for it. */
export class Undecodable extends Error {
  override readonly name = "Undecodable"
  readonly fault: "unreadable" | "tooManyPixels"
  /** The bound of this decoder, where that is what the picture exceeds. */
  readonly limit: string | undefined

  constructor(fault: Undecodable["fault"], limit?: string) {
    super(limit ?? fault)
    this.fault = fault
    this.limit = limit
  }
}
