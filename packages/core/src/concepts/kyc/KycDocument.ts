import { Schema } from "effect"
import { DocumentChoice, isSameChoice } from "./DocumentChoice.ts"
import { documentTypes } from "./DocumentType.ts"
import { type KycReason, stepsAgain } from "./KycReason.ts"
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
  /** Of both sides of an identity document; none where its person said nothing of it. */
  choice: Schema.optionalKey(DocumentChoice),
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
  const taken = documents.map(({ step }) => step)
  const refused = reasons.flatMap((reason) => stepsAgain(reason, taken))
  return refused.length === 0 ? [] : documents.filter(({ step }) => !refused.includes(step))
}

/** The documents with one more. The back of another document goes when a front is shown that it does not belong to. */
export const withShown = (
  documents: ReadonlyArray<KycDocument>,
  shown: KycDocument
): ReadonlyArray<KycDocument> => {
  if (shown.step === "document_back") return [...documents, withChoice(shown, choiceOf(documents))]
  const kept =
    shown.step === "document"
      ? documents.filter(({ choice, step }) => step !== "document_back" || isSameChoice(choice, shown.choice))
      : documents
  return [...kept, shown]
}

const withChoice = (
  { choice: _, ...document }: KycDocument,
  choice: DocumentChoice | undefined
): KycDocument => (choice === undefined ? document : { ...document, choice })

/** What the person said of the identity document. */
export const choiceOf = (documents: ReadonlyArray<KycDocument>): DocumentChoice | undefined =>
  documents.find(({ choice }) => choice !== undefined)?.choice
