import { millisPerDay, millisPerHour, type SpentHour } from "@quittance/core/adapter"

/** How much all wallets of a network together may pay out, in minor units. */
export interface SpendingLimits {
  readonly perPayoutMinor: bigint | undefined
  readonly perHourMinor: bigint | undefined
  readonly perDayMinor: bigint | undefined
}

/** As the configuration of a network has them. */
export const limitsOf = ({
  maxPayoutMinor,
  maxPayoutPerDayMinor,
  maxPayoutPerHourMinor
}: {
  readonly maxPayoutMinor?: bigint | undefined
  readonly maxPayoutPerHourMinor?: bigint | undefined
  readonly maxPayoutPerDayMinor?: bigint | undefined
}): SpendingLimits => ({
  perPayoutMinor: maxPayoutMinor,
  perHourMinor: maxPayoutPerHourMinor,
  perDayMinor: maxPayoutPerDayMinor
})

/**
 * Only the start of an hour is kept, so it counts as if all of it was paid out at its end: late is better than too
 * much.
 */
const endedAfter =
  (since: number) =>
  (hour: SpentHour): boolean =>
    hour.from + millisPerHour > since

/** The hours that still count. */
export const recentHours = (spent: ReadonlyArray<SpentHour>, now: number): ReadonlyArray<SpentHour> =>
  spent.filter(endedAfter(now - millisPerDay))

/** With one more payout in the current hour. */
export const withSpent = (
  spent: ReadonlyArray<SpentHour>,
  amountMinor: bigint,
  now: number
): ReadonlyArray<SpentHour> => {
  const from = now - (now % millisPerHour)
  const last = spent.at(-1)
  return last?.from === from
    ? [...spent.slice(0, -1), { from, minor: last.minor + amountMinor }]
    : [...spent, { from, minor: amountMinor }]
}

/** The limit that one more payout would break: `payout` if it alone exceeds one, so that no time helps. */
export const brokenLimit = (
  spent: ReadonlyArray<SpentHour>,
  { perDayMinor, perHourMinor, perPayoutMinor }: SpendingLimits,
  amountMinor: bigint,
  now: number
): "payout" | "hour" | "day" | undefined => {
  const isAlone = (limitMinor: bigint | undefined) => limitMinor !== undefined && amountMinor > limitMinor
  if ([perPayoutMinor, perHourMinor, perDayMinor].some(isAlone)) return "payout"
  const isAbove = (limitMinor: bigint | undefined, since: number): boolean =>
    limitMinor !== undefined &&
    spent.filter(endedAfter(since)).reduce((sum, { minor }) => sum + minor, amountMinor) > limitMinor
  if (isAbove(perHourMinor, now - millisPerHour)) return "hour"
  return isAbove(perDayMinor, now - millisPerDay) ? "day" : undefined
}
