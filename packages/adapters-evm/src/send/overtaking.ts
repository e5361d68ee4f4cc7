import { millisPerHour } from "@quittance/core/adapter"

/**
 * When younger payouts may overtake one that waits, so that it holds nobody up and does not wait for ever behind an
 * endless stream of small ones. No order is promised to anybody; the oldest comes first whenever there is enough for
 * it.
 */

/** What a payout waits for: money of its wallet (the token, or the coin for gas), or a limit of all payouts. */
export type Lack = "money" | "limit"

/**
 * Whether what a payout lacks is kept for it, so that no younger one takes any of it. They overtake it for an hour.
 *
 * - A limit is kept from then on: time alone frees it, so the wait ends.
 * - Money may never come. So it is kept for an hour, in which what arrives is for this payout, then younger ones have
 *   an hour, and so on.
 */
export const isKept = (lack: Lack, waitedMillis: number): boolean => {
  const hours = Math.floor(waitedMillis / millisPerHour)
  return lack === "limit" ? hours >= 1 : hours % 2 === 1
}
