import { hasMagicBytesOf } from "../input/MagicBytes.ts"
import type { SignatureImageFault } from "./SignatureImageRefused.ts"

/** What an image may be, as media types. */
export const signatureImageTypes = ["image/png", "image/jpeg", "image/gif", "image/webp"] as const
export type SignatureImageType = (typeof signatureImageTypes)[number]

/** The most bytes that an image may have. */
export const signatureImageBytesMax = 10 * 1024 * 1024

/** The format of a file by its first bytes; what its name or its sender says does not count. */
export const signatureImageTypeOf = (bytes: Uint8Array): SignatureImageType | undefined =>
  signatureImageTypes.find((type) => hasMagicBytesOf(bytes, type))

/** What is wrong with a file before anything of it is decoded; nothing where it begins as an image does. */
export const signatureFileFault = (bytes: Uint8Array): SignatureImageFault | undefined => {
  if (bytes.length === 0) return "empty"
  if (bytes.length > signatureImageBytesMax) return "tooLarge"
  return signatureImageTypeOf(bytes) === undefined ? "unsupported" : undefined
}
