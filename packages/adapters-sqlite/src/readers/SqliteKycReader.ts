import { KycReader, kycSession, type OpenedKycSession, type ShownPicture } from "@quittance/core"
import type Database from "better-sqlite3"
import { Option } from "effect"
import type { Reads } from "../Reads.ts"
import { integer, type Row } from "../rows/columns.ts"
import { conceptReader } from "../rows/conceptReader.ts"
import { bandsOf } from "../rows/pictureBand.ts"
import { preparePartnerOfId } from "./partnerOfId.ts"

/** KYC sessions. Pictures are found by parts of their fingerprints, and read in their sessions. */
export const sqliteKycReader = (database: Database.Database, reads: Reads): KycReader["Service"] => {
  const sessionOf = conceptReader(database, kycSession)
  const byId = database.prepare("SELECT * FROM kyc_sessions WHERE partner_id = ? AND id = ?")
  // Each index is named: left to itself SQLite prefers to walk all sessions of a partner.
  const byToken = database.prepare(
    "SELECT * FROM kyc_sessions INDEXED BY kyc_sessions_by_token WHERE token = ?"
  )
  const inCheck = database.prepare(
    `SELECT * FROM kyc_sessions INDEXED BY kyc_sessions_in_check
      WHERE state IN ('submitted', 'opening', 'unknown', 'checking') ORDER BY check_since, id LIMIT ?`
  )
  const unredacted = database
    .prepare(
      `SELECT id FROM kyc_sessions INDEXED BY kyc_sessions_unredacted
        WHERE partner_id = ? AND redacted_at IS NULL AND ended_at < ? ORDER BY ended_at, id LIMIT ?`
    )
    .pluck()
  const pictures = database.prepare(
    `SELECT DISTINCT session_id, document_id FROM json_each(@bands) AS asked
       CROSS JOIN kyc_pictures NOT INDEXED ON partner_id = @partnerId AND band = asked.value`
  )
  const versionedOf = (row: Row) => ({ state: sessionOf(row), version: integer(row, "version") })

  const find = (statement: Database.Statement, ...key: ReadonlyArray<string>) =>
    reads.readTogether(() =>
      Option.map(Option.fromUndefinedOr(statement.get(...key) as Row | undefined), versionedOf)
    )

  return KycReader.of({
    byId: (partnerId, id) => find(byId, partnerId, id),
    byToken: (token) => find(byToken, token),
    partnerOf: preparePartnerOfId(database, reads, "kyc_sessions"),
    inCheck: (limit) => reads.readTogether(() => (inCheck.all(limit) as ReadonlyArray<Row>).map(sessionOf)),
    picturesLike: (partnerId, fingerprint) =>
      reads.readTogether(() => {
        const bands = JSON.stringify(bandsOf(fingerprint))
        const found = pictures.all({ partnerId, bands }) as ReadonlyArray<FoundRow>
        return [...Map.groupBy(found, (row) => row.session_id)].flatMap(([sessionId, rows]) => {
          const row = byId.get(partnerId, sessionId) as Row | undefined
          const documents = new Set(rows.map((each) => each.document_id))
          return row === undefined ? [] : shownBy(sessionOf(row), documents)
        })
      }),
    unredacted: (partnerId, endedBefore, limit) =>
      reads.read(() => unredacted.all(partnerId, endedBefore, limit) as ReadonlyArray<string>)
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
