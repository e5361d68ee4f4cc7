import { millisPerDay, millisPerHour } from "@quittance/core"
import type Database from "better-sqlite3"
import type { AnchorReading } from "../chain/AnchorFile.ts"
import { chainFaults } from "../chain/chainFaults.ts"
import { LoggedDigests } from "../chain/LoggedDigests.ts"
import { cryptoInvoiceRows } from "../rows/CryptoInvoiceRow.ts"
import { invoiceRows } from "../rows/InvoiceRow.ts"
import { personalTypes } from "../SealedBodies.ts"
import { sqliteCode } from "../SqliteFailure.ts"

/**
 * What SQLite finds wrong (damaged pages, broken constraints, rows without their parent), counts that drifted, and webhooks
 * whose message is gone: nobody would ever be told of them; what is sealed and can no longer be opened, and pictures that
 * outlived their session's redaction; what anything but a commit has changed.
 */
export const storageFaults = (database: Database.Database, anchor: AnchorReading): ReadonlyArray<string> => {
  const integrity = listed(database, "PRAGMA integrity_check").filter((line) => line !== "ok")
  const orphans = listed(
    database,
    `SELECT 'a row of ' || "table" || ' has no parent in ' || parent FROM pragma_foreign_key_check`
  )
  const found = [...miscounted, ...gaps, ...untold, ...unopened, ...outlived].flatMap((query) =>
    listed(database, query)
  )
  const changed = looked(() => {
    const digests = new LoggedDigests(database)
    const broken = chainFaults(database, anchor, digests)
    return [...digests.faults(database), ...broken]
  })
  return [...integrity, ...orphans, ...found, ...changed]
}

/** Counts that are kept beside what they count. */
const miscounted = [
  `SELECT 'payout_counts says ' || coalesce(kept.count, 0) || ' ' || status || ' payouts of ' || partner_id ||
      ' on day ' || day || ', there are ' || coalesce(found.count, 0)
     FROM (SELECT partner_id, status, day, count FROM payout_counts WHERE count <> 0) AS kept
     FULL JOIN (SELECT partner_id, status, created_at / ${millisPerDay} AS day, count(*) AS count
                  FROM payouts GROUP BY 1, 2, 3) AS found USING (partner_id, status, day)
    WHERE coalesce(kept.count, 0) <> coalesce(found.count, 0)`,
  `SELECT 'webhook_delivery_counts is wrong of ' || type || ' to ' || endpoint_id || ' in hour ' || hour
     FROM (SELECT * FROM webhook_delivery_counts WHERE (pending, delivered, failed) <> (0, 0, 0)) AS kept
     FULL JOIN (SELECT partner_id, endpoint_id, created_at / ${millisPerHour} AS hour, type,
                    sum(state = 'pending') AS pending, sum(state = 'delivered') AS delivered, sum(state = 'failed') AS failed
                  FROM webhook_deliveries GROUP BY 1, 2, 3, 4) AS found USING (partner_id, endpoint_id, hour, type)
    WHERE (kept.pending, kept.delivered, kept.failed) IS NOT (found.pending, found.delivered, found.failed)`
]

/** Logs are numbered without gaps: a number that is missing was taken out. */
const gaps = [
  `SELECT 'the journal has ' || count(*) || ' entries and its last is number ' || max(seq) FROM journal_entries
   HAVING count(*) <> max(seq)`,
  `SELECT 'there are ' || count(*) || ' events and the last is number ' || max(seq) FROM events
   HAVING count(*) <> max(seq)`
]

const untold = [
  `SELECT 'message ' || message_id || ' waits in the outbox and is not there' FROM webhook_outbox AS waiting
    WHERE NOT EXISTS (SELECT 1 FROM webhook_messages AS kept
                       WHERE kept.partner_id = waiting.partner_id AND kept.id = waiting.message_id)`,
  `SELECT 'delivery ' || id || ' is pending and has no message' FROM webhook_deliveries AS pending
    WHERE state = 'pending' AND NOT EXISTS (SELECT 1 FROM webhook_messages AS kept
                       WHERE kept.partner_id = pending.partner_id AND kept.id = pending.event_id)`
]

const hasKey = (sealed: string): string =>
  `EXISTS (SELECT 1 FROM erasure_keys WHERE seq = CAST(${sealed} AS INTEGER) AND key <> zeroblob(32))`

const withPersonal = [invoiceRows, cryptoInvoiceRows]

const unopened = [
  `SELECT 'KYC session ' || id || ' has lost the key of what is personal in it' FROM kyc_sessions
    WHERE personal IS NOT NULL AND NOT ${hasKey("personal")}`,
  ...withPersonal.map(
    ({ table }) => `SELECT 'invoice ' || id || ' has lost the key of what is personal in it' FROM ${table}
    WHERE personal IS NOT NULL AND NOT ${hasKey("personal")}`
  ),
  `SELECT 'message ' || id || ' has lost its key' FROM webhook_messages
    WHERE (${personalTypes.map((beginning) => `type GLOB '${beginning}*'`).join(" OR ")}) AND body NOT GLOB '{*' AND NOT ${hasKey("body")}`
]

const outlived = [
  ...withPersonal.map(
    ({
      inClear,
      table
    }) => `SELECT 'invoice ' || id || ' is redacted and still has what is personal' FROM ${table}
    WHERE redacted_at IS NOT NULL AND (personal IS NOT NULL OR ${inClear})`
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
