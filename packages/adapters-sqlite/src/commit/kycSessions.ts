import type { OpenedKycSession } from "@quittance/core"
import type Database from "better-sqlite3"
import { Option } from "effect"
import { prepareErasableTexts } from "../ErasableTexts.ts"
import {
  changeKycSessionColumns,
  changeKycSessionSql,
  insertKycSessionSql,
  kycSessionColumns,
  personalText
} from "../rows/KycSessionRow.ts"
import { type AggregateTable, once, prepareVersionOf } from "./aggregateTable.ts"
import { prepareKycPictures } from "./kycPictures.ts"

/** KYC sessions by compare-and-set, with their pictures. A redaction destroys the key of what was personal. */
export const prepareKycSessions = (database: Database.Database): AggregateTable<OpenedKycSession> => {
  const texts = prepareErasableTexts(database)
  const pictures = prepareKycPictures(database)
  const personalOf = database
    .prepare("SELECT personal FROM kyc_sessions WHERE partner_id = ? AND id = ?")
    .pluck()
  const insert = database.prepare(insertKycSessionSql)
  const change = database.prepare(changeKycSessionSql)

  const personalAfter = (session: OpenedKycSession): string | null => {
    const { id, partnerId } = session.order
    const before = personalOf.get(partnerId, id) as string | null | undefined
    if (Option.isNone(session.redactedAt))
      return before == null
        ? texts.seal(personalText(session))
        : texts.sealAlike(personalText(session), before)
    if (before != null) texts.destroy(before)
    return null
  }

  return {
    versionOf: prepareVersionOf(database, "kyc_sessions"),
    write: (session, expectedVersion) => {
      const personal = personalAfter(session)
      if (expectedVersion === 0) once(insert, kycSessionColumns(session, personal))
      else once(change, changeKycSessionColumns(session, personal, expectedVersion))
      pictures.write(session)
    }
  }
}
