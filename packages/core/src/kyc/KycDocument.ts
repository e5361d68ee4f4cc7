import { Schema } from "effect"
import { documentTypes } from "./DocumentType.ts"
import { type KycReason, stepOfReason } from "./KycReason.ts"
import { kycSteps } from "./KycStep.ts"
import { Picture } from "./Picture.ts"

/** The document of a step. Its content is in the blob store; for a picture, its measures are kept here. */
export const KycDocument = Schema.Struct({
  /** `doc_` and a UUIDv7 without dashes: also the name of the document's blob in the session's folder. */
  id: Schema.String,
  step: Schema.Literals(kycSteps),
  type: Schema.Literals(documentTypes),
  sizeBytes: Schema.Int,
  /** None for a PDF. */
  picture: Schema.Option(Picture),
  submittedAt: Schema.Int
})
export interface KycDocument extends Schema.Schema.Type<typeof KycDocument> {}

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
