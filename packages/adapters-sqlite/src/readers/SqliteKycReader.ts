import { bandsOf, KycReader, kycSession, type OpenedKycSession, type ShownPicture } from "@quittance/core"
import type Database from "better-sqlite3"
import { Option } from "effect"
import type { Reads } from "../Reads.ts"
import type { Row } from "../rows/columns.ts"
import { conceptReader } from "../rows/conceptReader.ts"

/** KYC sessions. Pictures are found by parts of their fingerprints, and read in their sessions. */
export const sqliteKycReader = (database: Database.Database, reads: Reads): KycReader["Service"] => {
  const sessionOf = conceptReader(database, kycSession)
  const byId = database.prepare("SELECT * FROM kyc_sessions WHERE partner_id = ? AND id = ?")
  const pictures = database.prepare(
    `SELECT DISTINCT session_id, document_id FROM json_each(@bands) AS asked
       CROSS JOIN kyc_pictures NOT INDEXED ON partner_id = @partnerId AND band = asked.value`
  )
  return KycReader.of({
    picturesLike: (partnerId, fingerprint) =>
      reads.readTogether(() => {
        const bands = JSON.stringify(bandsOf(fingerprint))
        const found = pictures.all({ partnerId, bands }) as ReadonlyArray<FoundRow>
        return [...Map.groupBy(found, (row) => row.session_id)].flatMap(([sessionId, rows]) => {
          const row = byId.get(partnerId, sessionId) as Row | undefined
          const documents = new Set(rows.map((each) => each.document_id))
          return row === undefined ? [] : shownBy(sessionOf(row), documents)
        })
      })
  })
}

interface FoundRow {
  readonly session_id: string
  readonly document_id: string
}

const shownBy = (
  { documents, order }: OpenedKycSession,
  ids: ReadonlySet<string>
): ReadonlyArray<ShownPicture> =>
  documents.flatMap(({ id, picture, submittedAt }) =>
    ids.has(id) && Option.isSome(picture)
      ? [
          {
            sessionId: order.id,
            person: order.person,
            fingerprint: picture.value.fingerprint,
            submittedAt
          }
        ]
      : []
  )
