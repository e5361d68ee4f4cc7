import { Schema } from "effect"

/** Why a file is not looked at. */
export const signatureImageFaults = [
  "empty",
  "tooLarge",
  "unsupported",
  "unreadable",
  "tooManyPixels"
] as const
export type SignatureImageFault = (typeof signatureImageFaults)[number]

const faultMessages: { readonly [F in SignatureImageFault]: string } = {
  empty: "the file is empty",
  tooLarge: "the file must have at most 10 MB",
  unsupported: "the file must be a PNG, JPEG, GIF or WebP image",
  unreadable: "the image is damaged or cut off",
  tooManyPixels: "the image must have at most 40 megapixels and 10000 pixels on a side"
}

/** A file that no verdict can be given on. `limit` says which bound of the decoder at hand it exceeds, where that is a lower one. */
export class SignatureImageRefused extends Schema.TaggedError<SignatureImageRefused>()(
  "SignatureImageRefused",
  {
    fault: Schema.Literals(signatureImageFaults),
    limit: Schema.optional(Schema.String)
  }
) {
  override get message(): string {
    return this.limit ?? faultMessages[this.fault]
  }
}
