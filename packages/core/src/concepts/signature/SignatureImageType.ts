import { hasMagicBytesOf } from "../../kernel/input/MagicBytes.ts"
import type { SignatureImageFault } from "./SignatureImageRefused.ts"

/** The accepted media types. */
export const signatureImageTypes = ["image/png", "image/jpeg", "image/gif", "image/webp"] as const
export type SignatureImageType = (typeof signatureImageTypes)[number]

/** The maximum size of an image. */
export const signatureImageBytesMax = 10 * 1024 * 1024

/** The format of a file by its first bytes; its name and declared type do not count. */
export const signatureImageTypeOf = (bytes: Uint8Array): SignatureImageType | undefined =>
  signatureImageTypes.find((type) => hasMagicBytesOf(bytes, type))

/** The fault of a file before anything is decoded; undefined if it starts like an image. */
export const signatureFileFault = (bytes: Uint8Array): SignatureImageFault | undefined => {
  if (bytes.length === 0) return "empty"
  if (bytes.length > signatureImageBytesMax) return "tooLarge"
  return signatureImageTypeOf(bytes) === undefined ? "unsupported" : undefined
}
