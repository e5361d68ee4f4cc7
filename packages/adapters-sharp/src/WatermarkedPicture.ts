import type { DocumentFault, PictureType } from "@quittance/core/adapter"

/** What the decoding process gets with the bytes of a picture to write on. */
export interface UnmarkedPicture {
  readonly type: PictureType
  readonly pixelsMax: number
  /** Of what is made. */
  readonly sideMax: number
  readonly text: string
}

/** The result of writing. */
export type WatermarkedPicture =
  | { readonly _tag: "Watermarked"; readonly bytes: Uint8Array }
  | { readonly _tag: "Refused"; readonly fault: Extract<DocumentFault, "unreadable"> }
