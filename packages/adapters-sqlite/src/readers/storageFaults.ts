import { allLists, concepts, endingsOfConcept, personalTypes } from "@quittance/core/adapter"
import type Database from "better-sqlite3"
import type { AnchorReading } from "../hashChain/AnchorFile.ts"
import { hashChainFaults } from "../hashChain/hashChainFaults.ts"
import { LoggedDigests } from "../hashChain/LoggedDigests.ts"
import { wrongCountsSql } from "../lists/listSql.ts"
import { sqliteCode } from "../SqliteFailure.ts"
import { unfoundSql } from "./endingSql.ts"
import { scratchNotes } from "./scratchNotes.ts"

/**
 * What SQLite finds wrong (damaged pages, broken constraints, rows without their parent), counts that drifted, rows
 * that a search does not find, and webhooks whose message is gone: nobody would ever be told of them; what is sealed
 * and can no longer be opened, and pictures that outlived their session's redaction; what anything but a commit has
 * changed.
 */
export const storageFaults = (database: Database.Database, anchor: AnchorReading): ReadonlyArray<string> => {
  const integrity = listed(database, "PRAGMA integrity_check").filter((line) => line !== "ok")
  const orphans = listed(
    database,
    `SELECT 'a row of ' || "table" || ' has no parent in ' || parent FROM pragma_foreign_key_check`
  )
  const found = [
    ...allLists.map(wrongCountsSql),
    ...unfound,
    ...gaps,
    ...withoutMessage,
    ...unopened,
    ...outlived
  ].flatMap((query) => listed(database, query))
  const changed = looked(() => {
    const scratch = scratchNotes()
    try {
      const digests = new LoggedDigests(database, scratch.notes)
      const broken = hashChainFaults(database, anchor, digests)
      return [...digests.faults(database), ...broken]
    } finally {
      scratch.close()
    }
  })
  return [...integrity, ...orphans, ...found, ...changed]
}

/** Logs are numbered without gaps: a number that is missing was taken out. */
const gaps = [
  `SELECT 'the journal has ' || count(*) || ' entries and its last is number ' || max(seq) FROM journal_entries
   HAVING count(*) <> max(seq)`,
  `SELECT 'there are ' || count(*) || ' events and the last is number ' || max(seq) FROM events
   HAVING count(*) <> max(seq)`
]

const unfound = concepts.flatMap(({ name, table }) =>
  endingsOfConcept(name).map((ending) => unfoundSql(table, ending))
)

const withoutMessage = [
  `SELECT 'message ' || message_id || ' waits in the outbox and is not there' FROM webhook_outbox AS waiting
    WHERE NOT EXISTS (SELECT 1 FROM webhook_messages AS kept
                       WHERE kept.partner_id = waiting.partner_id AND kept.id = waiting.message_id)`,
  `SELECT 'delivery ' || id || ' is pending and has no message' FROM webhook_deliveries AS pending
    WHERE state = 'pending' AND NOT EXISTS (SELECT 1 FROM webhook_messages AS kept
                       WHERE kept.partner_id = pending.partner_id AND kept.id = pending.event_id)`
]

const hasKey = (sealed: string): string =>
  `EXISTS (SELECT 1 FROM erasure_keys WHERE seq = CAST(${sealed} AS INTEGER) AND key <> zeroblob(32))`

const withPersonal = concepts.filter(({ personal }) => personal !== "none")

const unopened = [
  ...withPersonal.map(
    ({
      noun,
      table
    }) => `SELECT '${noun} ' || id || ' has lost the key of what is personal in it' FROM ${table}
    WHERE personal IS NOT NULL AND NOT ${hasKey("personal")}`
  ),
  `SELECT 'message ' || id || ' has lost its key' FROM webhook_messages
    WHERE (${personalTypes.map((beginning) => `type GLOB '${beginning}*'`).join(" OR ")}) AND body NOT GLOB '{*' AND NOT ${hasKey("body")}`
]

const outlived = [
  ...withPersonal.map(
    ({ noun, table }) => `SELECT '${noun} ' || id || ' is redacted and still has personal data' FROM ${table}
    WHERE redacted_at IS NOT NULL AND personal IS NOT NULL`
  ),
  `SELECT DISTINCT 'pictures of KYC session ' || session_id || ' are still found' FROM kyc_pictures AS shown
    WHERE NOT EXISTS (SELECT 1 FROM kyc_sessions AS session WHERE session.partner_id = shown.partner_id
                       AND session.id = shown.session_id AND session.redacted_at IS NULL)`
]

const listed = (database: Database.Database, query: string): ReadonlyArray<string> =>
  looked(() => database.prepare(query).pluck().all().map(String))

const looked = (look: () => ReadonlyArray<string>): ReadonlyArray<string> => {
  try {
    return look()
  } catch (error) {
    const code = sqliteCode(error)
    if (code === undefined) throw error
    return [`${code}: ${error instanceof Error ? error.message : ""}`]
  }
}
