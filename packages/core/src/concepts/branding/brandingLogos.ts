import { Effect, Option } from "effect"
import { InvalidInput } from "../../kernel/input/Input.ts"
import { ProviderMissing } from "../../kernel/input/Refusals.ts"
import type { DocumentFault } from "../kyc/DocumentRefused.ts"
import { documentBytesMax, documentTypeOf, isPicture } from "../kyc/DocumentType.ts"
import { type LogoPicture, logoSideMin, logoSize, type Pictures } from "../kyc/Pictures.ts"

/** The fields that take a picture. */
export const logoFields = ["logo", "logoDark"] as const
export type LogoField = (typeof logoFields)[number]

/** What is right where the bytes are no picture that is taken; an SVG may have scripts in it, and follow links. */
const unsupported = (bytes: Uint8Array): string =>
  /^[^\0]{0,1000}<svg/is.test(Buffer.from(bytes.subarray(0, 1_000)).toString("latin1"))
    ? "must be a PNG, JPEG or WebP picture, not an SVG: export it as a PNG"
    : "must be a PNG, JPEG or WebP picture"

const sentence = (fault: DocumentFault): string => {
  if (fault === "tooManyPixels") return "must have fewer pixels: at most 40 megapixels, and 10000 on a side"
  if (fault === "tooCostly")
    return "takes too much memory or time to decode: save it again, with fewer pixels"
  if (fault === "tooSmall")
    return `must have at least ${logoSideMin} pixels on each side, when it fits into ${logoSize.width} by ${logoSize.height}`
  return "must be a whole picture: this one is damaged, cut off, or has other data appended to it"
}

/** Makes a logo of a file from a stranger. */
export const makeLogoOf =
  (pictures: Option.Option<Pictures["Service"]>) =>
  (field: LogoField, bytes: Uint8Array): Effect.Effect<LogoPicture, InvalidInput | LogoFailure> =>
    Effect.gen(function* () {
      const refused = (message: string) => InvalidInput.of(field, "invalid_value", message)
      if (bytes.length === 0) return yield* refused("must be a picture, and this file is empty")
      if (bytes.length > documentBytesMax) return yield* refused("must be a file of at most 10 MB")
      const type = documentTypeOf(bytes)
      if (type === undefined || !isPicture(type)) return yield* refused(unsupported(bytes))
      if (Option.isNone(pictures)) return yield* new ProviderMissing({ provider: "Pictures" })
      return yield* Effect.catchTag(pictures.value.logo(bytes, type), "DocumentRefused", ({ fault }) =>
        Effect.fail(refused(sentence(fault)))
      )
    })

type LogoFailure =
  | ProviderMissing
  | Exclude<Effect.Error<ReturnType<Pictures["Service"]["logo"]>>, { readonly _tag: "DocumentRefused" }>
