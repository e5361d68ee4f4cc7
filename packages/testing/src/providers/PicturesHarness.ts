import { Pictures, type PictureType } from "@quittance/core/adapter"
import { Effect } from "effect"
import type { Pixels } from "../pictures/drawnPictures.ts"

/** What the checks need beside the adapter: somebody who writes and reads pictures. */
export interface PicturesHarness<R> {
  /** A plain file of the type that shows the pixels, as exactly as it easily can. */
  readonly encode: (pixels: Pixels, type: PictureType) => Effect.Effect<Uint8Array, unknown, R>
  /** What a program shows that looks at nothing but the picture itself. */
  readonly decode: (file: Uint8Array) => Effect.Effect<Pixels, unknown, R>
}

export const pictureTypes = [
  "image/jpeg",
  "image/png",
  "image/webp"
] as const satisfies ReadonlyArray<PictureType>

export const clean = (file: Uint8Array, type: PictureType) =>
  Effect.flatMap(Pictures, (pictures) => pictures.clean(file, type))
