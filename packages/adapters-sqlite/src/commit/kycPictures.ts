import { bandsOfDocument, type OpenedKycSession } from "@quittance/core/adapter"
import type Database from "better-sqlite3"

/** The search index of a session's pictures: only for its current documents. */
export interface KycPictureTable {
  readonly write: (session: OpenedKycSession, before: OpenedKycSession["documents"]) => void
}

export const prepareKycPictures = (database: Database.Database): KycPictureTable => {
  const add = database.prepare(
    `INSERT INTO kyc_pictures (partner_id, band, session_id, document_id) SELECT ?, value, ?, ? FROM json_each(?)`
  )
  const remove = database.prepare(
    `DELETE FROM kyc_pictures INDEXED BY kyc_pictures_by_session
      WHERE partner_id = ? AND session_id = ? AND document_id = ?`
  )

  return {
    write: ({ documents, order }, before) => {
      const { id, partnerId } = order
      const gone = new Set(before.map((document) => document.id))
      for (const document of documents) {
        if (gone.delete(document.id)) continue
        const bands = bandsOfDocument(document)
        if (bands.length > 0) add.run(partnerId, id, document.id, JSON.stringify(bands))
      }
      for (const documentId of gone) remove.run(partnerId, id, documentId)
    }
  }
}
