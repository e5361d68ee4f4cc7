import { hasMagicBytesOf } from "../../kernel/input/MagicBytes.ts"
import type { KycStep } from "./KycStep.ts"

/** The accepted media types. */
export const documentTypes = ["image/jpeg", "image/png", "image/webp", "application/pdf"] as const
export type DocumentType = (typeof documentTypes)[number]
export type PictureType = Exclude<DocumentType, "application/pdf">

/** The maximum size of a file. */
export const documentBytesMax = 10 * 1024 * 1024

/** The type of a file by its first bytes; its name and declared type do not count. */
export const documentTypeOf = (bytes: Uint8Array): DocumentType | undefined =>
  documentTypes.find((type) => hasMagicBytesOf(bytes, type))

export const isPicture = (type: DocumentType): type is PictureType => type !== "application/pdf"

/** The types a step accepts: a face must be a picture. */
export const typesOfStep = (step: KycStep): ReadonlyArray<DocumentType> =>
  step === "selfie" ? documentTypes.filter(isPicture) : documentTypes
