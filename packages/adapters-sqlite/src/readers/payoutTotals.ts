import { millisPerDay, type PayoutFilter, type PayoutStatus } from "@quittance/core"
import type Database from "better-sqlite3"
import { dayOf } from "../commit/payoutCounts.ts"

/**
 * How many payouts of one status a filter lets through: whole days out of `payout_counts`, only the days that an instant
 * cuts out of the index.
 */
export const preparePayoutTotals = (database: Database.Database) => {
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

  return (partnerId: string, status: PayoutStatus, { from, to }: PayoutFilter): number => {
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
  }
}
