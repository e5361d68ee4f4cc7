import { Context, type Effect, Schema } from "effect"
import type { DocumentRefused } from "./DocumentRefused.ts"
import type { PictureType } from "./DocumentType.ts"
import type { Picture } from "./Picture.ts"

/** Pictures cannot be read now: too many at once, or the reader crashed. */
export class PicturesUnavailable extends Schema.TaggedError<PicturesUnavailable>()("PicturesUnavailable", {
  reason: Schema.String
}) {
  override get message(): string {
    return `the picture cannot be analysed now: ${this.reason}`
  }
}

/** The same picture, re-encoded. */
export interface CleanPicture {
  /** Of the same type, in its correct orientation, without location, camera and time. */
  readonly bytes: Uint8Array
  readonly picture: Picture
}

/**
 * Port. Reads pictures from strangers. Sizes are read before anything is decoded. A file that is not a
 * picture of the type, is truncated or damaged, is `unreadable`; one with more pixels than `picturePixelsMax`
 * or `pictureSideMax` is `tooManyPixels`; one whose decoding takes too much memory or time is `tooCostly`. The result is made from decoded pixels alone, so nothing hidden in
 * the file or appended to it remains: from an animation the first frame, and transparency on white, so that
 * everyone sees the same. Nothing is written to disk. `picturesSuite` in `@quittance/testing` proves it.
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
