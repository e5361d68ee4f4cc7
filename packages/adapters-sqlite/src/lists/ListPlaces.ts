import {
  bucketStart,
  endOfTime,
  everyStatus,
  grainMillis,
  type Instant,
  type ListGrain,
  listGrains,
  millisPerHour,
  momentMillis,
  momentStart,
  startOfTime
} from "@quittance/core/adapter"
import type Database from "better-sqlite3"
import { prepareBucketSums } from "./BucketSums.ts"
import { prepareSplitOf } from "./HourSplits.ts"
import { newestSql } from "./listSql.ts"

/** A list with a filter applied. */
export interface FilteredList {
  readonly list: string
  readonly owner: { readonly partnerId: string; readonly scope: string }
  readonly status: string | undefined
  readonly kind: string | undefined
  /** Half-open. */
  readonly from: Instant
  readonly to: Instant
  readonly now: Instant
  /** How many items, by recorded status, were created between two instants; counted on the items themselves. */
  readonly recordedBetween: (from: Instant, to: Instant) => bigint
  /**
   * Creation instants of items since `from` that are due to lapse but not recorded, if the status gains or
   * loses them.
   */
  readonly due: ReadonlyArray<Instant>
  /** How one of those changes the count of the status, compared with what is recorded. */
  readonly dueChange: number
}

export interface ListPlaces {
  readonly total: number
  /**
   * The end of the hour that contains the item at this position, or of the moment, if the hour is split; and how many
   * items of the list before it are newer.
   */
  readonly placeOf: (offset: number) => ListPlace
}

export interface ListPlace {
  /** Exclusive. */
  readonly before: Instant
  readonly skip: number
}

/**
 * The length of a list and the time of a position in it, from `list_counts`: whole days and hours are already
 * counted, and only of the hours, or moments, that a range cuts the items are counted in an index.
 */
export const prepareListPlaces = (database: Database.Database): ((shown: FilteredList) => ListPlaces) => {
  const sums = prepareBucketSums(database)
  const newest = database.prepare(newestSql)
  const splitAt = prepareSplitOf(database)

  return ({ due, dueChange, from, kind, list, now, owner, recordedBetween, status, to }) => {
    const key = { list, ...owner, status: status ?? everyStatus, kind: kind ?? null }

    const recorded = sums({ ...key, now, rowsBetween: recordedBetween })
    const splitOf = (start: Instant): Instant | undefined => splitAt({ list, ...owner, start })
    const within = (first: Instant, end: Instant): number =>
      Number(recorded(first, end)) + dueChange * due.filter((at) => at >= first && at < end).length

    /** The count of each bucket of a range, the newest first. */
    const buckets = (grain: ListGrain, first: Instant, end: Instant): Iterable<Bucket> => {
      const rows = newest.iterate({ ...key, grain, from: first, to: end }) as Iterable<Bucket>
      if (due.length === 0) return rows
      const counted = new Map(Array.from(rows, (row) => [row.bucket, row.counted]))
      for (const at of due) {
        const bucket = grain === "moment" ? momentStart(at) : bucketStart(grain, at)
        if (at >= first && at < end) counted.set(bucket, (counted.get(bucket) ?? 0) + dueChange)
      }
      return Array.from(counted, ([bucket, count]) => ({ bucket, counted: count })).sort(
        (one, other) => other.bucket - one.bucket
      )
    }

    /**
     * The bucket of this width that contains the position; the position counts from the range's end. If none does, the
     * position is before all of them.
     */
    const descend = (grain: ListGrain, first: Instant, place: ListPlace): ListPlace => {
      let { skip } = place
      for (const { bucket, counted } of buckets(grain, first, place.before)) {
        if (skip < counted) return { before: bucket + widthOf(grain), skip }
        skip -= counted
      }
      return { before: first, skip }
    }

    return {
      total: within(from, to),
      placeOf: (offset) => {
        let place: ListPlace = { before: endOfTime, skip: within(to, endOfTime) + offset }
        let first = startOfTime
        for (const grain of listGrains) {
          place = descend(grain, first, place)
          first = place.before - widthOf(grain)
        }
        const since = splitOf(place.before - millisPerHour)
        return since === undefined ? place : descend("moment", since, place)
      }
    }
  }
}

const widthOf = (grain: ListGrain): number => (grain === "moment" ? momentMillis : grainMillis[grain])

interface Bucket {
  readonly bucket: Instant
  readonly counted: number
}
