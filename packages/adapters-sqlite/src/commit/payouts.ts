import { payoutStatus, type RecordedPayout } from "@quittance/core"
import type Database from "better-sqlite3"
import {
  changePayoutColumns,
  changePayoutSql,
  insertPayoutSql,
  payoutColumns,
  stepPayoutColumns,
  stepPayoutSql
} from "../rows/PayoutRow.ts"
import { type AggregateTable, once, prepareVersionOf } from "./aggregateTable.ts"
import { preparePayoutCounts } from "./payoutCounts.ts"

/** Payouts by compare-and-set, and the counts that are kept of them. */
export const preparePayouts = (database: Database.Database): AggregateTable<RecordedPayout> => {
  const counts = preparePayoutCounts(database)
  const insert = database.prepare(insertPayoutSql)
  const step = database.prepare(stepPayoutSql)
  const change = database.prepare(changePayoutSql)
  return {
    versionOf: prepareVersionOf(database, "payouts"),
    write: (payout, expectedVersion) => {
      const status = payoutStatus(payout)
      if (expectedVersion === 0) {
        once(insert, payoutColumns(payout, 1))
        counts.created(payout.order, status)
        return
      }
      const isStep = status === "PENDING"
      if (isStep && step.run(...stepPayoutColumns(payout, expectedVersion)).changes === 1) return
      counts.changing(payout.order, status)
      once(change, changePayoutColumns(payout, expectedVersion))
    }
  }
}
