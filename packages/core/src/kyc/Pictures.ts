import { Context, type Effect, Schema } from "effect"
import type { DocumentRefused } from "./DocumentRefused.ts"
import type { PictureType } from "./DocumentType.ts"
import type { Picture } from "./Picture.ts"

/** The pictures cannot be read now: too many at once, or the reader broke down. */
export class PicturesUnavailable extends Schema.TaggedError<PicturesUnavailable>()("PicturesUnavailable", {
  reason: Schema.String
}) {
  override get message(): string {
    return `the picture cannot be analysed now: ${this.reason}`
  }
}

/** The same picture, made anew. */
export interface CleanPicture {
  /** Of the same type, turned as it is meant to be looked at, with nothing but the picture: no place, no camera, no time. */
  readonly bytes: Uint8Array
  readonly picture: Picture
}

/**
 * Port. Reads pictures that strangers sent. Sizes are read before anything is decoded; what is no picture of the type, is cut
 * off, or damaged as far as its format tells, is `unreadable`; what has more pixels than `picturePixelsMax` or `pictureSideMax`
 * is `tooManyPixels`. An answer is made from decoded pixels alone, so that nothing that was hidden in the file or glued to it
 * is left: of an animation the first picture, and on white where one could see through it, so that everybody sees the same.
 * Nothing touches a disk. `picturesSuite` in `@quittance/testing` proves it.
 */
export class Pictures extends Context.Service<
  Pictures,
  {
    readonly clean: (
      bytes: Uint8Array,
      type: PictureType
    ) => Effect.Effect<CleanPicture, DocumentRefused | PicturesUnavailable>
  }
>()("@quittance/core/kyc/Pictures") {}
