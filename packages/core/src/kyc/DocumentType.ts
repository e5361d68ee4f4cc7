import { hasMagicBytesOf } from "../input/MagicBytes.ts"
import type { KycStep } from "./KycStep.ts"

/** What a person may send, as media types. */
export const documentTypes = ["image/jpeg", "image/png", "image/webp", "application/pdf"] as const
export type DocumentType = (typeof documentTypes)[number]
export type PictureType = Exclude<DocumentType, "application/pdf">

/** The most bytes that a file may have. */
export const documentBytesMax = 10 * 1024 * 1024

/** The type of a file by its first bytes; what its name or its sender says does not count. */
export const documentTypeOf = (bytes: Uint8Array): DocumentType | undefined =>
  documentTypes.find((type) => hasMagicBytesOf(bytes, type))

export const isPicture = (type: DocumentType): type is PictureType => type !== "application/pdf"

/** The types that a step takes: a face is shown as a picture. */
export const typesOfStep = (step: KycStep): ReadonlyArray<DocumentType> =>
  step === "selfie" ? documentTypes.filter(isPicture) : documentTypes

/** Spaces and line ends may follow a PDF's last line; what else does is no part of it. */
const pdfTailBytesMax = 1024

/** Whether a PDF ends where it says that it does: what is glued to it could be a file of another kind. */
export const isWholePdf = (bytes: Uint8Array): boolean => {
  const tail = new TextDecoder("latin1").decode(bytes.subarray(-pdfTailBytesMax))
  return /%%EOF\s*$/.test(tail)
}
