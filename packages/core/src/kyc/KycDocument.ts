import type { Option } from "effect"
import type { Instant } from "../time/Instant.ts"
import type { DocumentType } from "./DocumentType.ts"
import type { KycStep } from "./KycStep.ts"
import type { Picture } from "./Picture.ts"

/** `doc_` and a UUIDv7 without dashes: also the name of the document's blob in the session's folder. */
export type KycDocumentId = string

/** What was shown in a step. The content lies in the blob store; of a picture, what a machine sees in it is kept here. */
export interface KycDocument {
  readonly id: KycDocumentId
  readonly step: KycStep
  readonly type: DocumentType
  readonly sizeBytes: number
  /** Nothing for a PDF. */
  readonly picture: Option.Option<Picture>
  readonly submittedAt: Instant
}
