import { millisPerDay, type PayoutOrder, type PayoutStatus } from "@quittance/core"
import type Database from "better-sqlite3"

/** The UTC day of a creation instant, counted from 1970: the grain of `payout_counts`. */
export const dayOf = (createdAt: number): number => Math.floor(createdAt / millisPerDay)

/** Keeps `payout_counts`, so that the length of a list never costs a scan of the history. */
export interface PayoutCounts {
  readonly created: (order: PayoutOrder, status: PayoutStatus) => void
  /** To be called before the payout gets its new status. */
  readonly changing: (order: PayoutOrder, status: PayoutStatus) => void
}

export const preparePayoutCounts = (database: Database.Database): PayoutCounts => {
  const add = database.prepare(
    `INSERT INTO payout_counts (partner_id, status, day, count) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET count = count + excluded.count`
  )
  const statusOf = database.prepare("SELECT status FROM payouts WHERE partner_id = ? AND id = ?").pluck()

  return {
    created: ({ createdAt, partnerId }, status) => {
      add.run(partnerId, status, dayOf(createdAt), 1)
    },
    changing: ({ createdAt, id, partnerId }, status) => {
      const before = statusOf.get(partnerId, id)
      if (before === status) return
      add.run(partnerId, before, dayOf(createdAt), -1)
      add.run(partnerId, status, dayOf(createdAt), 1)
    }
  }
}
