import type { CleanPicture, DocumentFault, PictureType } from "@quittance/core/adapter"

/** What is told of a file that is to be cleaned, beside its bytes. */
export interface DirtyPicture {
  readonly type: PictureType
  readonly pixelsMax: number
  readonly sideMax: number
}

/** What comes of it. */
export type CleanedPicture =
  | { readonly _tag: "Cleaned"; readonly picture: CleanPicture }
  | { readonly _tag: "Refused"; readonly fault: Extract<DocumentFault, "unreadable" | "tooManyPixels"> }
