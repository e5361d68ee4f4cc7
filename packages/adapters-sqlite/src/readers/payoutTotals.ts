import {
  type Instant,
  millisPerDay,
  type PartnerId,
  type PayoutFilter,
  type PayoutStatus
} from "@quittance/core"
import type Database from "better-sqlite3"
import { dayOf } from "../commit/payoutCounts.ts"

/** The length of lists of payouts, and where in time a place of one lies, out of `payout_counts`. */
export interface PayoutTotals {
  /**
   * How many payouts of one status a filter lets through: whole days are counted already, only the days that an instant cuts
   * are counted in the index.
   */
  readonly of: (partnerId: PartnerId, status: PayoutStatus, filter: PayoutFilter) => number
  /**
   * The end of the day in which the payout of these statuses lies that has `newer` newer ones before it, and how many of
   * those are older than the end.
   */
  readonly placeOf: (
    partnerId: PartnerId,
    statuses: ReadonlyArray<PayoutStatus>,
    newer: number
  ) => { readonly before: Instant; readonly skip: number }
}

export const preparePayoutTotals = (database: Database.Database): PayoutTotals => {
  const ofDays = database
    .prepare(
      "SELECT coalesce(sum(count), 0) FROM payout_counts WHERE partner_id = ? AND status = ? AND day >= ? AND day < ?"
    )
    .pluck()
  const ofInstants = database
    .prepare(
      `SELECT count(*) FROM payouts INDEXED BY payouts_by_status
        WHERE partner_id = ? AND status = ? AND created_at >= ? AND created_at < ?`
    )
    .pluck()
  const newestDays = database.prepare(
    `SELECT day, sum(count) AS counted FROM payout_counts
      WHERE partner_id = ? AND status IN (SELECT value FROM json_each(?)) GROUP BY day ORDER BY day DESC`
  )

  return {
    of: (partnerId, status, { from, to }) => {
      const days = (first: number, end: number) => Number(ofDays.get(partnerId, status, first, end))
      const instants = (first: number, end: number) => Number(ofInstants.get(partnerId, status, first, end))
      const firstDay = from === undefined ? Number.MIN_SAFE_INTEGER : Math.ceil(from / millisPerDay)
      const endDay = to === undefined ? Number.MAX_SAFE_INTEGER : dayOf(to)
      if (from !== undefined && to !== undefined && firstDay > endDay) return instants(from, to)
      return (
        (from === undefined ? 0 : instants(from, firstDay * millisPerDay)) +
        days(firstDay, endDay) +
        (to === undefined ? 0 : instants(endDay * millisPerDay, to))
      )
    },

    placeOf: (partnerId, statuses, newer) => {
      let skip = newer
      for (const row of newestDays.iterate(partnerId, JSON.stringify(statuses))) {
        const { counted, day } = row as { readonly counted: number; readonly day: number }
        if (skip < counted) return { before: (day + 1) * millisPerDay, skip }
        skip -= counted
      }
      return { before: Number.MAX_SAFE_INTEGER, skip: newer }
    }
  }
}
