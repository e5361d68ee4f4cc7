import { bandsOf, KycReader, kycSession, picturesLike } from "@quittance/core"
import { Effect } from "effect"
import type { Connections } from "../connect/Connections.ts"
import { conceptState } from "./conceptState.ts"

const showing = {
  name: "KYC sessions by picture",
  text: `SELECT * FROM kyc_sessions WHERE partner_id = $1 AND id IN (
    SELECT session_id FROM kyc_pictures WHERE partner_id = $1 AND band = ANY ($2::bigint[]))`
}

const sessionOf = conceptState(kycSession)

/** KYC sessions. Pictures are found by parts of their fingerprints, and read in their sessions. */
export const postgresKycReader = (connections: Connections): KycReader["Service"] =>
  KycReader.of({
    picturesLike: (partnerId, fingerprint) =>
      Effect.map(connections.read(showing, [partnerId, bandsOf(fingerprint)]), (rows) =>
        rows.flatMap((row) => picturesLike(sessionOf(row), fingerprint))
      )
  })
