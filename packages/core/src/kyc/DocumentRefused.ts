import { Schema } from "effect"

/** Why a file that a person sent is not taken. */
export const documentFaults = [
  "empty",
  "tooLarge",
  "unsupported",
  "unreadable",
  "tooManyPixels",
  "activePdf",
  "lockedPdf"
] as const
export type DocumentFault = (typeof documentFaults)[number]

const documentMessages: { readonly [F in DocumentFault]: string } = {
  empty: "the file is empty",
  tooLarge: "the file must have at most 10 MB",
  unsupported: "the file must be a JPEG, PNG or WebP picture, or a PDF where a document is asked for",
  unreadable: "the file is damaged, cut off, or has something else glued to it",
  tooManyPixels: "the picture must have at most 40 megapixels, a WebP 25, and 10000 pixels on a side",
  activePdf:
    "the PDF must have no scripts, no forms that are sent, no media and no attached files: print it to a new PDF, or send a picture",
  lockedPdf: "the PDF must not be encrypted: print it to a new PDF, or send a picture"
}

/** A file that is not taken; nothing of it is kept. */
export class DocumentRefused extends Schema.TaggedError<DocumentRefused>()("DocumentRefused", {
  fault: Schema.Literals(documentFaults)
}) {
  override get message(): string {
    return documentMessages[this.fault]
  }
}
