import { bandsOfDocument, type OpenedKycSession } from "@quittance/core/adapter"
import type { Call } from "../connect/Connections.ts"
import {
  BulkRows,
  bigints,
  bulkStatement,
  insertStatement,
  isMeant,
  type Partners,
  texts
} from "./BulkRows.ts"

const documentKey = texts("session_id", "document_id")

const add = insertStatement("kyc_pictures", [...documentKey, ...bigints("band")])
const remove = bulkStatement(
  "remove kyc_pictures",
  documentKey,
  (relation) =>
    `DELETE FROM kyc_pictures USING ${relation.rows} WHERE ${isMeant("kyc_pictures", documentKey, relation)}`
)

/** The search index of the pictures of sessions that a group writes: only for their current documents. */
export class KycPictureRows {
  readonly #added = new BulkRows(add)
  readonly #removed = new BulkRows(remove)

  add(
    { documents, order: { id, partnerId } }: OpenedKycSession,
    previous: OpenedKycSession | undefined
  ): void {
    const before = new Set(previous?.documents.map((document) => document.id))
    for (const document of documents) {
      if (before.delete(document.id)) continue
      for (const band of bandsOfDocument(document)) this.#added.add(partnerId, [id, document.id, band])
    }
    for (const documentId of before) this.#removed.add(partnerId, [id, documentId])
  }

  calls(partners: Partners): ReadonlyArray<Call> {
    return [...this.#removed.calls(partners), ...this.#added.calls(partners)]
  }
}
