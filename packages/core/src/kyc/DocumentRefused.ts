import { Schema } from "effect"

/** Why an uploaded file is refused. */
export const documentFaults = [
  "empty",
  "tooLarge",
  "unsupported",
  "unreadable",
  "tooManyPixels",
  "tooCostly",
  "tooSmall",
  "tooDark",
  "blurry",
  "activePdf",
  "lockedPdf"
] as const
export type DocumentFault = (typeof documentFaults)[number]

const documentMessages: { readonly [F in DocumentFault]: string } = {
  empty: "the file is empty",
  tooLarge: "the file must have at most 10 MB",
  unsupported: "the file must be a JPEG, PNG or WebP picture, or a PDF where a document is required",
  unreadable: "the file is damaged, cut off, or has other data appended to it",
  tooManyPixels: "the picture must have at most 40 megapixels, a WebP 25, and 10000 pixels on a side",
  tooCostly:
    "decoding the file takes too much memory or time, whatever size it states: save it again, and send that",
  tooSmall: "the picture has too few pixels to make out the details: go closer, or use a better camera",
  tooDark: "the picture is too dark: take it in brighter light",
  blurry: "the picture is blurry: hold the camera still and let it focus",
  activePdf:
    "the PDF must have no scripts, no forms that submit data, no media and no attached files: print it to a new PDF, or send a picture",
  lockedPdf: "the PDF must not be encrypted: print it to a new PDF, or send a picture"
}

/** A refused file; nothing of it is kept. */
export class DocumentRefused extends Schema.TaggedError<DocumentRefused>()("DocumentRefused", {
  fault: Schema.Literals(documentFaults)
}) {
  override get message(): string {
    return documentMessages[this.fault]
  }
}
