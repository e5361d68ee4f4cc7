import { Pictures, type PictureType } from "@quittance/core/adapter"
import { Effect } from "effect"
import type { Pixels } from "../pictures/drawnPictures.ts"

/** What the checks need besides the adapter: a way to write and read pictures. */
export interface PicturesHarness<R> {
  /** A plain file of the type that shows these pixels, as exactly as the type easily can. */
  readonly encode: (pixels: Pixels, type: PictureType) => Effect.Effect<Uint8Array, unknown, R>
  /** What a program shows that looks at the picture itself and nothing else. */
  readonly decode: (file: Uint8Array) => Effect.Effect<Pixels, unknown, R>
}

export const pictureTypes = [
  "image/jpeg",
  "image/png",
  "image/webp"
] as const satisfies ReadonlyArray<PictureType>

export const clean = (file: Uint8Array, type: PictureType) =>
  Effect.flatMap(Pictures, (pictures) => pictures.clean(file, type))
