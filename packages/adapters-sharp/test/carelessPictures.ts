import { DocumentRefused } from "@quittance/core"
import { type CleanPicture, Pictures, type PictureType } from "@quittance/core/adapter"
import { Effect, Layer } from "effect"
import sharp, { type Sharp, type SharpOptions } from "sharp"
import { SharpPictures } from "../src/index.ts"

const encoders: { readonly [T in PictureType]: (picture: Sharp) => Sharp } = {
  "image/jpeg": (picture) => picture.jpeg({ quality: 90 }),
  "image/png": (picture) => picture.png(),
  "image/webp": (picture) => picture.webp({ quality: 90 })
}

/** Reads pictures as one does who has not thought of strangers: nothing is refused but what sharp refuses. */
export const carelessPictures = (
  options: SharpOptions,
  prepared: (picture: Sharp) => Sharp = (picture) => picture
): Layer.Layer<Pictures> =>
  Layer.succeed(Pictures, {
    clean: (file, type) =>
      Effect.tryPromise({
        try: async (): Promise<CleanPicture> => {
          const made = encoders[type](prepared(sharp(file, options)))
          const { data, info } = await made.toBuffer({ resolveWithObject: true })
          const { height, width } = info
          return {
            bytes: data,
            picture: { width, height, sharpness: 0, brightness: 0, fingerprint: "0".repeat(64) }
          }
        },
        catch: () => new DocumentRefused({ fault: "unreadable" })
      }),
    pages: () => Effect.fail(new DocumentRefused({ fault: "brokenPdf" })),
    logo: (bytes) => Effect.succeed({ bytes, type: "image/png", width: 1, height: 1 }),
    watermarked: (file) => Effect.succeed(file)
  })

/** The adapter, with another answer in place of what it found. */
export const changedPictures = (
  change: (answer: CleanPicture, file: Uint8Array) => CleanPicture
): Layer.Layer<Pictures, SharpPictures.SharpMissing> =>
  Layer.effect(
    Pictures,
    Effect.map(Pictures, (pictures) =>
      Pictures.of({
        ...pictures,
        clean: (file, type) => Effect.map(pictures.clean(file, type), (answer) => change(answer, file))
      })
    )
  ).pipe(Layer.provide(SharpPictures.layer()))

type Pages = Pictures["Service"]["pages"]

/** The adapter, with another way to the pages of PDFs. */
export const changedPages = (
  change: (pages: Pages) => Pages
): Layer.Layer<Pictures, SharpPictures.SharpMissing> =>
  Layer.effect(
    Pictures,
    Effect.map(Pictures, (pictures) => Pictures.of({ ...pictures, pages: change(pictures.pages) }))
  ).pipe(Layer.provide(SharpPictures.layer()))
