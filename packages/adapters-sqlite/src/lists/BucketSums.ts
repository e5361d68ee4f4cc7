import {
  bucketStart,
  type Instant,
  type ListGrain,
  listGrains,
  millisPerHour,
  momentsBetween,
  rangePieces
} from "@quittance/core/adapter"
import type Database from "better-sqlite3"
import { prepareSplitOf } from "./HourSplits.ts"
import { sumSql } from "./listSql.ts"

/** What `list_counts` keeps of a list under one status, and one kind or all. */
export interface KeptBuckets {
  readonly list: string
  readonly partnerId: string
  readonly scope: string
  readonly status: string
  readonly kind: string | null
  readonly now: Instant
  /** The same, summed over the items themselves. */
  readonly rowsBetween: (from: Instant, to: Instant) => bigint
}

/**
 * Sums over any range, from `list_counts`: whole days and hours are summed already, and only of the hours, or moments,
 * that a range cuts the items are read.
 */
export const prepareBucketSums = (
  database: Database.Database
): ((of: KeptBuckets) => (from: Instant, to: Instant) => bigint) => {
  const sum = database.prepare(sumSql).pluck().safeIntegers()
  const splitAt = prepareSplitOf(database)

  return ({ now, rowsBetween, ...key }) => {
    const { list, partnerId, scope } = key
    const kept = (grain: ListGrain, from: Instant, to: Instant): bigint =>
      sum.get({ ...key, grain, from, to }) as bigint
    const inHour = (from: Instant, to: Instant): bigint => {
      const start = bucketStart("hour", from)
      const end = start + millisPerHour
      const since = splitAt({ list, partnerId, scope, start })
      const moments = since === undefined ? undefined : momentsBetween(since, from, to)
      if (moments !== undefined)
        return (
          rowsBetween(from, moments.from) +
          kept("moment", moments.from, moments.to) +
          rowsBetween(moments.to, to)
        )
      // Of the hour, what is within or what is not, whichever is less; hardly anything is newer than now.
      const others = from - start + Math.max(0, Math.min(end, now) - to)
      return to - from <= others
        ? rowsBetween(from, to)
        : kept("hour", start, end) - rowsBetween(start, from) - rowsBetween(to, end)
    }
    return (from, to) => {
      if (from >= to) return 0n
      if (bucketStart("hour", from) === bucketStart("hour", to - 1)) return inHour(from, to)
      return rangePieces(from, to, listGrains, now).reduce(
        (summed, { from: first, sign, source, to: end }) =>
          summed + sign * (source === "rows" ? inHour(first, end) : kept(source, first, end)),
        0n
      )
    }
  }
}
