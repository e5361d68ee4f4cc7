import { Schema } from "effect"
import { documentTypes } from "./DocumentType.ts"
import { type KycReason, stepOfReason } from "./KycReason.ts"
import { kycSteps } from "./KycStep.ts"
import { Picture } from "./Picture.ts"

/** The picture of a PDF's page, of the type `pageType`. */
export const KycPage = Schema.Struct({ sizeBytes: Schema.Int, picture: Picture })
export interface KycPage extends Schema.Schema.Type<typeof KycPage> {}

/**
 * The document of a step. Its content is in the blob store: a picture as it was re-encoded, a PDF as it was uploaded,
 * and beside it the pictures of its pages. The measures of pictures are kept here.
 */
export const KycDocument = Schema.Struct({
  /** `doc_` and a UUIDv7 without dashes: also the name of the document's blob in the session's folder. */
  id: Schema.String,
  step: Schema.Literals(kycSteps),
  /** Of the file that was uploaded. */
  type: Schema.Literals(documentTypes),
  sizeBytes: Schema.Int,
  /** None for a PDF. */
  picture: Schema.Option(Picture),
  /** Of a PDF. Those that were uploaded before pages were drawn have none: their pages are drawn when they are read. */
  pages: Schema.optionalKey(Schema.Array(KycPage)),
  submittedAt: Schema.Int
})
export interface KycDocument extends Schema.Schema.Type<typeof KycDocument> {}

/** The name of the blob of a page's picture; pages are counted from 1. */
export const pageBlobId = (documentId: string, page: number): string => `${documentId}_${page}`

/** The names of all blobs of a document. */
export const blobIdsOf = ({ id, pages = [] }: Pick<KycDocument, "id" | "pages">): ReadonlyArray<string> => [
  id,
  ...pages.map((_, index) => pageBlobId(id, index + 1))
]

/**
 * The documents that remain after a refusal: those of steps that it does not name, or none if it names no
 * step.
 */
export const keptDocuments = (
  documents: ReadonlyArray<KycDocument>,
  reasons: ReadonlyArray<KycReason>
): ReadonlyArray<KycDocument> => {
  const refused = reasons.map(stepOfReason)
  const isNamed = documents.some(({ step }) => refused.includes(step))
  return isNamed ? documents.filter(({ step }) => !refused.includes(step)) : []
}
