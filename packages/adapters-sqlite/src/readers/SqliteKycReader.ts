import { bandsOf, KycReader, kycSession, picturesLike, type Row } from "@quittance/core"
import type Database from "better-sqlite3"
import type { Reads } from "../Reads.ts"
import { conceptReader } from "../rows/conceptReader.ts"

/** KYC sessions. Pictures are found by parts of their fingerprints, and read in their sessions. */
export const sqliteKycReader = (database: Database.Database, reads: Reads): KycReader["Service"] => {
  const sessionOf = conceptReader(database, kycSession)
  const showing = database.prepare(
    `SELECT * FROM kyc_sessions WHERE partner_id = @partnerId AND id IN (
       SELECT session_id FROM json_each(@bands) AS asked
        CROSS JOIN kyc_pictures NOT INDEXED ON partner_id = @partnerId AND band = asked.value)`
  )
  return KycReader.of({
    picturesLike: (partnerId, fingerprint) =>
      reads.readTogether(() => {
        const bands = JSON.stringify(bandsOf(fingerprint))
        const rows = showing.all({ partnerId, bands }) as ReadonlyArray<Row>
        return rows.flatMap((row) => picturesLike(sessionOf(row), fingerprint))
      })
  })
}
