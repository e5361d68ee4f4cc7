import { Context, type Effect, Schema } from "effect"
import type { DocumentRefused } from "./DocumentRefused.ts"
import type { PictureType } from "./DocumentType.ts"
import type { Picture } from "./Picture.ts"

/** Pictures cannot be read now: too many at once, or the reader crashed. */
export class PicturesUnavailable extends Schema.TaggedError<PicturesUnavailable>()("PicturesUnavailable", {
  reason: Schema.String
}) {
  get code() {
    return "pictures_unavailable" as const
  }

  override get message(): string {
    return `the picture cannot be analysed now: ${this.reason}`
  }
}

/** The same picture, re-encoded. */
export interface CleanPicture {
  /** In its correct orientation, without location, camera and time. */
  readonly bytes: Uint8Array
  readonly picture: Picture
}

/** The type of the pictures of pages, and of watermarked ones. */
export const pageType: PictureType = "image/jpeg"

/** A watermarked picture is made smaller until its longer side has so many pixels. */
export const watermarkedSideMax = 2_000

/** What logos are made into. */
export const logoTypes = ["image/png", "image/webp"] as const
export type LogoType = (typeof logoTypes)[number]

/** A logo fits into so many pixels, and its file into so many bytes: every page of payment loads it. */
export const logoSize = { width: 480, height: 160 }
export const logoBytesMax = 12 * 1024

/** A logo with fewer pixels on a side shows nothing. */
export const logoSideMin = 16

/** A logo, re-encoded. */
export interface LogoPicture {
  /** In its correct orientation, with its transparency, and without anything else that the file had. */
  readonly bytes: Uint8Array
  readonly type: LogoType
  readonly width: number
  readonly height: number
}

/**
 * Port. Reads pictures from strangers. Sizes are read before anything is decoded. A file that is not a picture of the
 * type, is truncated or damaged, is `unreadable`; one with more pixels than `picturePixelsMax` or `pictureSideMax` is
 * `tooManyPixels`; one whose decoding takes too much memory or time is `tooCostly`. The result is made from decoded
 * pixels alone, so nothing hidden in the file or appended to it remains: from an animation the first frame, and
 * transparency on white, so that everyone sees the same. Nothing is written to disk, and the bytes of a file that was
 * refused are not used again. `picturesSuite` in `@quittance/testing` proves it.
 *
 * A PDF becomes a picture of each of its pages, as `pageType`, made from drawn pixels alone: no script, link, form or
 * file in it is followed, run or kept. One that needs a password is `lockedPdf`; one that only restricts what may be
 * done with it is drawn. It is `brokenPdf` if it cannot be opened, `tooManyPages` and `tooLargePages` beyond
 * `pdfPagesMax` and `pdfPageSideMax`, and `costlyPdf` if drawing it takes too much time or memory.
 *
 * A logo is made to fit into `logoSize` and `logoBytesMax`, and no larger than it was. One that then has fewer than
 * `logoSideMin` pixels on a side is `tooSmall`.
 *
 * A watermark is in the pixels, all over the picture, so that no part of it can be passed on without. What is under it
 * can still be read. The text is written as it is: nothing in it is markup.
 */
export class Pictures extends Context.Service<
  Pictures,
  {
    readonly clean: (
      bytes: Uint8Array,
      type: PictureType
    ) => Effect.Effect<CleanPicture, DocumentRefused | PicturesUnavailable>
    readonly logo: (
      bytes: Uint8Array,
      type: PictureType
    ) => Effect.Effect<LogoPicture, DocumentRefused | PicturesUnavailable>
    /** The pictures of a PDF's pages, in their order; at least one. */
    readonly pages: (
      pdf: Uint8Array
    ) => Effect.Effect<ReadonlyArray<CleanPicture>, DocumentRefused | PicturesUnavailable>
    /** The picture with the text written all over it, as `pageType`. */
    readonly watermarked: (
      bytes: Uint8Array,
      type: PictureType,
      text: string
    ) => Effect.Effect<Uint8Array, DocumentRefused | PicturesUnavailable>
  }
>()("@quittance/core/concepts/kyc/Pictures") {}
