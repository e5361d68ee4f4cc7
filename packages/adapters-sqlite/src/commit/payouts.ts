import { payout, payoutList, payoutStatus, type RecordedPayout } from "@quittance/core"
import type Database from "better-sqlite3"
import type { ListCounts } from "../lists/ListCounts.ts"
import type { AggregateTable } from "./aggregateTable.ts"
import { prepareConceptTable } from "./conceptTable.ts"

/** Payouts, and the counts that are kept of them. */
export const preparePayouts = (
  database: Database.Database,
  counts: ListCounts
): AggregateTable<RecordedPayout> => {
  const table = prepareConceptTable(database, payout)
  const statusOf = database.prepare("SELECT status FROM payouts WHERE partner_id = ? AND id = ?").pluck()
  return {
    versionOf: table.versionOf,
    write: (state, expectedVersion) => {
      const { id, partnerId } = state.order
      if (expectedVersion === 0) counts.created(payoutList, state)
      else if (payoutStatus(state) === "PENDING" && table.step(state, expectedVersion)) return
      else counts.changed(payoutList, state, String(statusOf.get(partnerId, id)))
      table.write(state, expectedVersion)
    }
  }
}
