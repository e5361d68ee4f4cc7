import { kycSession, type OpenedKycSession } from "@quittance/core"
import type Database from "better-sqlite3"
import type { AggregateTable } from "./aggregateTable.ts"
import { prepareConceptTable } from "./conceptTable.ts"
import { prepareKycPictures } from "./kycPictures.ts"

/** KYC sessions, with their pictures. */
export const prepareKycSessions = (database: Database.Database): AggregateTable<OpenedKycSession> => {
  const pictures = prepareKycPictures(database)
  const table = prepareConceptTable(database, kycSession)
  return {
    versionOf: table.versionOf,
    write: (session, expectedVersion, previous) => {
      table.write(session, expectedVersion, previous)
      pictures.write(session, previous?.documents ?? [])
    }
  }
}
