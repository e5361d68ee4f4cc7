import {
  type CleanPicture,
  DocumentRefused,
  documentTypeOf,
  picturePixelsMax,
  pictureSideMax,
  Pictures,
  PicturesUnavailable,
  type PictureType
} from "@quittance/core"
import { Decoding } from "@quittance/decoding"
import { Effect, Layer, Option, Schema, Semaphore } from "effect"
import type { Sharp, SharpOptions } from "sharp"
import { barePng } from "./barePng.ts"
import { pdfPagesOver } from "./pdf/pdfPages.ts"
import { brightnessOf, fingerprintOf, type Luminances, sharpnessOf } from "./pictureFacts.ts"

/** sharp cannot run here. */
export class SharpMissing extends Schema.TaggedError<SharpMissing>()("SharpMissing", {
  reason: Schema.String
}) {
  override get message(): string {
    return `pictures cannot be read, because sharp does not run on this machine: ${this.reason}`
  }
}

export interface SharpPicturesOptions {
  /** Pictures read at once; 2. */
  readonly concurrency?: number
  /** Pictures that wait until others are read; 32. The next one is `PicturesUnavailable`. */
  readonly waitingMax?: number
  /** The longest that decoding and encoding a picture may take, in whole seconds; 10. One that takes longer is `unreadable`. */
  readonly secondsMax?: number
  /** The processor time that drawing all pages of a PDF may take, in seconds; 20. One that takes longer is `costlyPdf`. */
  readonly pdfSecondsMax?: number
}

/**
 * The pictures port over sharp. It sets sharp for the whole process: no cache, one thread for each picture, and no other loaders
 * than those of JPEG, PNG and WebP from memory. A picture that is being read keeps its place until sharp is done with it, also
 * when nobody waits for it any longer.
 */
export const layer = (options: SharpPicturesOptions = {}): Layer.Layer<Pictures, SharpMissing> =>
  Layer.effect(Pictures, picturesOver(options)).pipe(
    Layer.provide(
      Decoding.layer({ processes: options.concurrency ?? 2, waitingMax: options.waitingMax ?? 32 })
    )
  )

const picturesOver = Effect.fnUntraced(function* (options: SharpPicturesOptions) {
  const { concurrency = 2, pdfSecondsMax = 20, secondsMax = 10, waitingMax = 32 } = options
  const sharp = yield* loadSharp
  const admitted = yield* Semaphore.make(concurrency + waitingMax)
  const reading = yield* Semaphore.make(concurrency)

  const clean: Pictures["Service"]["clean"] = Effect.fn("SharpPictures.clean")(function* (bytes, type) {
    const turn = admitted.withPermitsIfAvailable(1)(
      reading.withPermit(Effect.uninterruptible(cleanWith(sharp, bytes, type, secondsMax)))
    )
    return yield* Option.match(yield* turn, {
      onNone: () => Effect.fail(new PicturesUnavailable({ reason: "too many at once" })),
      onSome: Effect.succeed
    })
  })
  return Pictures.of({ clean, pages: pdfPagesOver(yield* Decoding, pdfSecondsMax) })
})

type MakeSharp = (input: Uint8Array, options: SharpOptions) => Sharp

const loadSharp: Effect.Effect<MakeSharp, SharpMissing> = Effect.tryPromise({
  try: async () => {
    const { default: sharp } = await import("sharp")
    sharp.cache(false)
    sharp.concurrency(1)
    // Whatever the first bytes make libvips believe, there is no other parser to be reached.
    sharp.block({ operation: ["VipsForeignLoad"] })
    sharp.unblock({
      operation: ["VipsForeignLoadJpegBuffer", "VipsForeignLoadPngBuffer", "VipsForeignLoadWebpBuffer"]
    })
    return sharp
  },
  catch: (cause) => new SharpMissing({ reason: firstLine(cause) })
})

const firstLine = (cause: unknown): string => String(cause).split("\n", 1).join()

const formatOf = { "image/jpeg": "jpeg", "image/png": "png", "image/webp": "webp" } as const

const unreadable = () => new DocumentRefused({ fault: "unreadable" })
const brokeDown = (cause: unknown) => new PicturesUnavailable({ reason: firstLine(cause) })

const cleanWith = Effect.fnUntraced(function* (
  sharp: MakeSharp,
  bytes: Uint8Array,
  type: PictureType,
  seconds: number
): Effect.fn.Return<CleanPicture, DocumentRefused | PicturesUnavailable> {
  // Other bytes never get to a decoder.
  if (documentTypeOf(bytes) !== type) return yield* unreadable()
  const header = yield* Effect.tryPromise({
    try: () => sharp(bytes, { ...bounded, failOn: "error", limitInputPixels: false }).metadata(),
    catch: unreadable
  })
  const { format, height, width } = header
  if (format !== formatOf[type]) return yield* unreadable()
  if (Math.max(width, height) > pictureSideMax || width * height > picturePixelsMax[type])
    return yield* new DocumentRefused({ fault: "tooManyPixels" })
  const make = (failOn: "error" | "warning") =>
    Effect.tryPromise(() =>
      encoded(sharp(bytes, { ...bounded, failOn }).timeout({ seconds }), type).toBuffer({
        resolveWithObject: true
      })
    )
  const made = yield* make("warning").pipe(
    Effect.catch(({ cause }) => (isHarmless(cause) ? make("error") : Effect.fail(cause))),
    Effect.mapError(unreadable)
  )
  const luminances = yield* Effect.tryPromise({ try: () => luminancesOf(sharp, made.data), catch: brokeDown })
  return {
    bytes: type === "image/png" ? barePng(made.data) : made.data,
    picture: {
      width: made.info.width,
      height: made.info.height,
      sharpness: sharpnessOf(luminances),
      brightness: brightnessOf(luminances),
      fingerprint: fingerprintOf(luminances)
    }
  }
})

const bounded: SharpOptions = {
  limitInputPixels: Math.max(...Object.values(picturePixelsMax)),
  autoOrient: true,
  // The first one of an animation.
  pages: 1
}

/**
 * Warnings about photographs in which nothing is missing: Samsung's front cameras write parameters that a sequential JPEG must
 * not have, others leave bytes before a marker. What is cut off is an error, a JPEG that ends too early is another warning.
 */
const isHarmless = (cause: unknown): boolean =>
  /^VipsJpeg: (?:Invalid SOS parameters|.*extraneous bytes before marker)/.test(
    cause instanceof Error ? cause.message : ""
  )

/** The pixels as everybody sees them, in 8 bits of sRGB: what is see-through shows different things on different grounds. */
const encoded = (picture: Sharp, type: PictureType): Sharp => {
  const shown = picture.flatten({ background: "white" }).toColourspace("srgb")
  switch (type) {
    case "image/jpeg":
      return shown.jpeg({ quality: 90 })
    case "image/png":
      return shown.png()
    case "image/webp":
      return shown.webp({ quality: 90, effort: 2 })
  }
}

/** The long side that facts are measured at. */
const measuredSide = 1000

/** Of the picture that was made, so that hostile bytes are decoded once. */
const luminancesOf = async (sharp: MakeSharp, picture: Uint8Array): Promise<Luminances> => {
  const { data, info } = await sharp(picture, {})
    .resize({ width: measuredSide, height: measuredSide, fit: "inside", withoutEnlargement: true })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, values: data }
}
