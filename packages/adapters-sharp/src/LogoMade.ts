import type { DocumentFault, LogoPicture } from "@quittance/core/adapter"
import type { DirtyPicture } from "./CleanedPicture.ts"

/** What the decoding process gets with the bytes of a logo. */
export interface RawLogo extends DirtyPicture {
  /** What it is made to fit into. */
  readonly size: { readonly width: number; readonly height: number }
  readonly sideMin: number
  readonly bytesMax: number
}

/** The result of making one. */
export type LogoMade =
  | { readonly _tag: "Made"; readonly logo: LogoPicture }
  | {
      readonly _tag: "Refused"
      readonly fault: Extract<DocumentFault, "unreadable" | "tooManyPixels" | "tooSmall">
    }
