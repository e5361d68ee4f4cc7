import { Schema } from "effect"

/** Why a file is refused. */
export const signatureImageFaults = [
  "empty",
  "tooLarge",
  "unsupported",
  "unreadable",
  "tooManyPixels",
  "tooCostly"
] as const
export type SignatureImageFault = (typeof signatureImageFaults)[number]

const faultMessages: { readonly [F in SignatureImageFault]: string } = {
  empty: "the file is empty",
  tooLarge: "the file must have at most 10 MB",
  unsupported: "the file must be a PNG, JPEG, GIF or WebP image",
  unreadable: "the image is damaged or cut off",
  tooManyPixels: "the image must have at most 40 megapixels and 10000 pixels on a side",
  tooCostly: "the image takes too much memory or time to decode: save it again, and send the new file"
}

/**
 * A file without a possible verdict. `limit` is the exceeded limit of the decoder in use, if it is lower than
 * the general one.
 */
export class SignatureImageRefused extends Schema.TaggedError<SignatureImageRefused>()(
  "SignatureImageRefused",
  {
    fault: Schema.Literals(signatureImageFaults),
    limit: Schema.optional(Schema.String)
  }
) {
  get code() {
    return "signature_image_refused" as const
  }

  override get message(): string {
    return this.limit ?? faultMessages[this.fault]
  }
}
