import { hasMagicBytesOf } from "../input/MagicBytes.ts"
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

/** Spaces and line ends may follow a PDF's last line; anything else does not belong to it. */
const pdfTailBytesMax = 1024

/** Whether a PDF ends where it says: appended data could be a file of another kind. */
export const isWholePdf = (bytes: Uint8Array): boolean => {
  const tail = new TextDecoder("latin1").decode(bytes.subarray(-pdfTailBytesMax))
  return /%%EOF\s*$/.test(tail)
}
