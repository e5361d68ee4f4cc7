import type { CleanPicture, DocumentFault, PictureType } from "@quittance/core/adapter"

/** What the decoding process gets with the bytes of a file to clean. */
export interface DirtyPicture {
  readonly type: PictureType
  readonly pixelsMax: number
  readonly sideMax: number
}

/** The result of cleaning. */
export type CleanedPicture =
  | { readonly _tag: "Cleaned"; readonly picture: CleanPicture }
  | { readonly _tag: "Refused"; readonly fault: Extract<DocumentFault, "unreadable" | "tooManyPixels"> }
