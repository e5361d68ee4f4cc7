import { DocumentRefused } from "@quittance/core"
import {
  documentTypeOf,
  logoBytesMax,
  logoSideMin,
  logoSize,
  type OptionRules,
  option,
  Pictures,
  picturePixelsMax,
  pictureSideMax,
  refuseOptions,
  watermarkedSideMax
} from "@quittance/core/adapter"
import { Decoding, decoderBeside } from "@quittance/decoding"
import { Effect, Layer, Schema } from "effect"
import type { CleanedPicture, DirtyPicture } from "./CleanedPicture.ts"
import { decodingRefusal } from "./decodingRefusal.ts"
import type { LogoMade, RawLogo } from "./LogoMade.ts"
import { pdfPagesOver } from "./pdf/pdfPages.ts"
import type { UnmarkedPicture, WatermarkedPicture } from "./WatermarkedPicture.ts"

/** sharp does not run on this machine. */
export class SharpMissing extends Schema.TaggedError<SharpMissing>()("SharpMissing", {
  reason: Schema.String
}) {
  override get message(): string {
    return `pictures cannot be read, because sharp does not run on this machine: ${this.reason}`
  }
}

export interface SharpPicturesOptions {
  /**
   * How many seconds of processor time decoding and encoding a picture may take; 10. A picture that takes longer is
   * `tooCostly`.
   */
  readonly secondsMax?: number
  /**
   * How many seconds of processor time drawing all pages of a PDF may take; 20. A PDF that takes longer is `costlyPdf`.
   */
  readonly pdfSecondsMax?: number
}

export interface OwnProcessesOptions extends SharpPicturesOptions {
  /** How many pictures are read at once, each in a process of its own; 2. */
  readonly concurrency?: number
  /** How many pictures may wait while others are read; 32. The next one is `PicturesUnavailable`. */
  readonly waitingMax?: number
}

/**
 * The pictures port over sharp, in decoding processes. sharp is configured for the whole process: no cache, one thread,
 * and only the loaders of JPEG, PNG and WebP from memory. A picture that takes too much memory or time is `tooCostly`.
 */
export const layerNoDeps = (
  options: SharpPicturesOptions = {}
): Layer.Layer<Pictures, SharpMissing, Decoding> => {
  refuseOptions(options, rules, "SharpPictures")
  return Layer.effect(Pictures, picturesOver(options))
}

/** The same, with decoding processes of its own, which stop with the layer. */
export const layer = (given: OwnProcessesOptions = {}): Layer.Layer<Pictures, SharpMissing> => {
  refuseOptions(given, ownRules, "SharpPictures")
  const { concurrency = 2, waitingMax = 32, ...options } = given
  return Layer.provide(layerNoDeps(options), Decoding.layer({ processes: concurrency, waitingMax }))
}

const { optional, positive, wholeNumber } = option

const rules: OptionRules<SharpPicturesOptions> = {
  secondsMax: optional(positive),
  pdfSecondsMax: optional(positive)
}

const ownRules: OptionRules<OwnProcessesOptions> = {
  ...rules,
  concurrency: optional(wholeNumber(1)),
  waitingMax: optional(wholeNumber(0))
}

const cleanPicture = decoderBeside<DirtyPicture, CleanedPicture>("./cleanPicture", import.meta.url)

const logoPicture = decoderBeside<RawLogo, LogoMade>("./logoPicture", import.meta.url)

const watermarkPicture = decoderBeside<UnmarkedPicture, WatermarkedPicture>(
  "./watermarkPicture",
  import.meta.url
)

const picturesOver = Effect.fnUntraced(function* ({
  pdfSecondsMax = 20,
  secondsMax = 10
}: SharpPicturesOptions) {
  yield* sharpRuns
  const decoding = yield* Decoding

  const clean: Pictures["Service"]["clean"] = Effect.fn("SharpPictures.clean")(function* (bytes, type) {
    // Other bytes never get to a decoder.
    if (documentTypeOf(bytes) !== type) return yield* new DocumentRefused({ fault: "unreadable" })
    const options = { type, pixelsMax: picturePixelsMax[type], sideMax: pictureSideMax }
    const cleaned = yield* Effect.mapError(
      decoding.decode({ decoder: cleanPicture, bytes, options, secondsMax }),
      decodingRefusal("tooCostly")
    )
    switch (cleaned._tag) {
      case "Cleaned":
        return cleaned.picture
      case "Refused":
        return yield* new DocumentRefused({ fault: cleaned.fault })
    }
  })

  const logo: Pictures["Service"]["logo"] = Effect.fn("SharpPictures.logo")(function* (bytes, type) {
    if (documentTypeOf(bytes) !== type) return yield* new DocumentRefused({ fault: "unreadable" })
    const options = {
      ...{ type, pixelsMax: picturePixelsMax[type], sideMax: pictureSideMax },
      ...{ size: logoSize, sideMin: logoSideMin, bytesMax: logoBytesMax }
    }
    const made = yield* Effect.mapError(
      decoding.decode({ decoder: logoPicture, bytes, options, secondsMax }),
      decodingRefusal("tooCostly")
    )
    switch (made._tag) {
      case "Made":
        return made.logo
      case "Refused":
        return yield* new DocumentRefused({ fault: made.fault })
    }
  })

  const watermarked: Pictures["Service"]["watermarked"] = Effect.fn("SharpPictures.watermarked")(
    function* (bytes, type, text) {
      if (documentTypeOf(bytes) !== type) return yield* new DocumentRefused({ fault: "unreadable" })
      const options = { type, pixelsMax: picturePixelsMax[type], sideMax: watermarkedSideMax, text }
      const marked = yield* Effect.mapError(
        decoding.decode({ decoder: watermarkPicture, bytes, options, secondsMax }),
        decodingRefusal("tooCostly")
      )
      switch (marked._tag) {
        case "Watermarked":
          return marked.bytes
        case "Refused":
          return yield* new DocumentRefused({ fault: marked.fault })
      }
    }
  )
  return Pictures.of({ clean, logo, watermarked, pages: pdfPagesOver(decoding, pdfSecondsMax) })
})

/** Found out at the start: it is loaded here, and decodes nothing. */
const sharpRuns: Effect.Effect<void, SharpMissing> = Effect.tryPromise({
  try: () => import("sharp"),
  catch: (cause) => new SharpMissing({ reason: String(cause).split("\n", 1).join() })
})
