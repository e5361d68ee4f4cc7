import type { StoreUnavailable } from "@quittance/core"
import { type AuditSnapshot, allLists, textIn } from "@quittance/core/adapter"
import { Effect } from "effect"
import { wrongCountsSql } from "../lists/wrongCountsSql.ts"
import { missingEvents } from "../schema/eventCounts.ts"
import { digestFaults } from "./digestFaults.ts"
import type { Read } from "./pagesOf.ts"

/** One sentence for each fault that the server itself finds. */
const known = {
  name: "faults that the server knows",
  text: `
SELECT 'the constraint ' || conname || ' of ' || conrelid::regclass || ' was not checked against all rows' AS fault
  FROM pg_constraint WHERE NOT convalidated AND connamespace = current_schema()::regnamespace
UNION ALL
SELECT 'the index ' || indexrelid::regclass || ' is not valid'
  FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
 WHERE NOT (indisvalid AND indisready) AND relnamespace = current_schema()::regnamespace
UNION ALL
SELECT 'the server found ' || checksum_failures || ' damaged pages, the last at ' || checksum_last_failure
  FROM pg_stat_database WHERE datname = current_database() AND checksum_failures > 0`
}

/** Webhooks that nobody would ever be told of, and pictures that outlived the redaction of their session. */
const untied = {
  name: "rows that lost what they belong to",
  text: `
SELECT 'message ' || message_id || ' waits in the outbox and is not there' AS fault FROM webhook_outbox AS waiting
 WHERE NOT EXISTS (SELECT 1 FROM webhook_messages AS kept
                    WHERE kept.partner_id = waiting.partner_id AND kept.id = waiting.message_id)
UNION ALL
SELECT 'delivery ' || id || ' is pending and has no message' FROM webhook_deliveries AS pending
 WHERE state = 'pending' AND NOT EXISTS (SELECT 1 FROM webhook_messages AS kept
                    WHERE kept.partner_id = pending.partner_id AND kept.id = pending.event_id)
UNION ALL
SELECT DISTINCT 'pictures of KYC session ' || session_id || ' are still found' FROM kyc_pictures AS shown
 WHERE NOT EXISTS (SELECT 1 FROM kyc_sessions AS session WHERE session.partner_id = shown.partner_id
                    AND session.id = shown.session_id AND session.redacted_at IS NULL)`
}

const loneEntries = {
  name: "entries without their event",
  text: `
SELECT 'journal entry ' || event_id || ' ' || place || ' of ' || partner_id || ' has no event' AS fault
  FROM journal_entries AS entry
 WHERE event_id NOT LIKE 'entry\\_%' AND NOT EXISTS (SELECT FROM events WHERE events.partner_id = entry.partner_id AND events.id = entry.event_id)`
}

const counts = allLists.map((list) => ({
  name: `counts of ${list.name} that are wrong`,
  text: wrongCountsSql(list)
}))

/**
 * Faults that the server finds, rows that belong to nothing, missing events, wrong counts, and changes by anything but
 * a commit.
 */
export const auditFaults = (
  read: Read,
  notes: Pick<AuditSnapshot, "notes" | "noting">
): Effect.Effect<ReadonlyArray<string>, StoreUnavailable> =>
  Effect.gen(function* () {
    const found = yield* Effect.forEach([known, untied, missingEvents, loneEntries, ...counts], (statement) =>
      read(statement, [])
    )
    return [...found.flat().map((row) => textIn(row, "fault")), ...(yield* digestFaults(read, notes))]
  })
