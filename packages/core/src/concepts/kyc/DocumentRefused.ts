import { Schema } from "effect"
import { pdfPageSideMax, pdfPagesMax } from "./Pdf.ts"

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
  "brokenPdf",
  "lockedPdf",
  "tooManyPages",
  "tooLargePages",
  "costlyPdf",
  "unclearPdf",
  "repeated",
  "usedBefore"
] as const
export type DocumentFault = (typeof documentFaults)[number]

const documentMessages: { readonly [F in DocumentFault]: string } = {
  empty: "the file is empty",
  tooLarge: "the file must have at most 10 MB",
  unsupported: "the file must be a JPEG, PNG or WebP picture, or a PDF where a document is required",
  unreadable: "the file is damaged, cut off, or has other data appended to it",
  tooManyPixels: "the picture must have at most 40 megapixels, a WebP 25, and 10000 pixels on a side",
  tooCostly: "the file takes too much memory or time to decode: save it again, and send the new file",
  tooSmall: "the picture has too few pixels to make out the details: go closer, or use a better camera",
  tooDark: "the picture is too dark: take it in brighter light",
  blurry: "the picture is blurry: hold the camera still and let it focus",
  brokenPdf:
    "the PDF is damaged or cut off, so that its pages cannot be shown: print it to a new PDF, or send a picture",
  lockedPdf: "the PDF must open without a password: save it without one, or send a picture",
  tooManyPages: `the PDF must have at most ${pdfPagesMax} pages: send the ones that matter`,
  tooLargePages: `a page of the PDF must have at most ${pdfPageSideMax} points on a side: print it to a usual paper size`,
  costlyPdf: "the PDF takes too much time or memory to show: print it to a new PDF, or send a picture",
  unclearPdf: "nothing can be made out on any page of the PDF: scan it again, or send a picture",
  repeated: "the same picture was sent for another step: each step needs a picture of its own",
  usedBefore: "the picture was used in another verification: a new one is needed"
}

/** They are found without opening the file, so they cost nobody anything. */
const unopenedFaults: ReadonlySet<DocumentFault> = new Set(["empty", "tooLarge", "unsupported"])

/** Whether the file was opened before it was refused. */
export const isOpenedFault = (fault: DocumentFault): boolean => !unopenedFaults.has(fault)

/** A refused file; nothing of it is kept. */
export class DocumentRefused extends Schema.TaggedError<DocumentRefused>()("DocumentRefused", {
  fault: Schema.Literals(documentFaults)
}) {
  get code() {
    return "document_refused" as const
  }

  override get message(): string {
    return documentMessages[this.fault]
  }
}
