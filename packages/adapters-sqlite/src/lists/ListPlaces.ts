import {
  bucketStart,
  everyStatus,
  grainMillis,
  type Instant,
  listGrains,
  type ListShape
} from "@quittance/core"
import type Database from "better-sqlite3"
import { bucketCut } from "../readers/bucketCut.ts"

import { newestSql, sumSql } from "./listSql.ts"

/** Before every instant, and exact in JavaScript. */
export const startOfTime: Instant = Number.MIN_SAFE_INTEGER
export const endOfTime: Instant = Number.MAX_SAFE_INTEGER

/** A list with a filter applied. */
export interface FilteredList {
  readonly list: ListShape
  readonly owner: { readonly partnerId: string; readonly scope: string }
  readonly status: string | undefined
  readonly kind: string | undefined
  /** Half-open. */
  readonly from: Instant
  readonly to: Instant
  readonly now: Instant
  /** How many items, by recorded status, were created between two instants; counted on the items themselves. */
  readonly recordedBetween: (from: Instant, to: Instant) => number
  /**
   * Creation instants of items since `from` that are due to lapse but not recorded, if the status gains or
   * loses them.
   */
  readonly due: ReadonlyArray<Instant>
}

export interface ListPlaces {
  readonly total: number
  /**
   * The end of the hour that contains the item at this position, and how many items of the list before it are
   * newer.
   */
  readonly placeOf: (offset: number) => ListPlace
}

export interface ListPlace {
  /** Exclusive. */
  readonly before: Instant
  readonly skip: number
}

type Grain = (typeof listGrains)[number]

/**
 * The length of a list and the time of a position in it, from `list_counts`: whole days and hours are already
 * counted, and only the hours that a range cuts are counted in an index.
 */
export const prepareListPlaces = (database: Database.Database): ((shown: FilteredList) => ListPlaces) => {
  const sum = database.prepare(sumSql).pluck()
  const newest = database.prepare(newestSql)

  return ({ due, from, kind, list, now, owner, recordedBetween, status, to }) => {
    const key = { list: list.name, ...owner, status: status ?? everyStatus, kind: kind ?? null }
    const dueSign = dueSignOf(list, status)

    const kept = (grain: Grain, first: Instant, end: Instant): number =>
      Number(sum.get({ ...key, grain, from: first, to: end }))
    const since = (at: Instant): number => {
      const { bound, pieces } = bucketCut(at, listGrains, now)
      const recorded = pieces.reduce(
        (counted, piece) => {
          const { from: first, source, to: end } = piece
          const within = source === "rows" ? recordedBetween(first, end) : kept(source, first, end)
          return counted + Number(piece.sign) * within
        },
        kept("day", bound, endOfTime)
      )
      return recorded + dueSign * due.filter((each) => each >= at).length
    }
    const all =
      from === startOfTime ? kept("day", startOfTime, endOfTime) + dueSign * due.length : since(from)
    const newer = to === endOfTime ? 0 : since(to)

    /** The count of each bucket of a range, the newest first. */
    const buckets = (grain: Grain, first: Instant, end: Instant): Iterable<Bucket> => {
      const rows = newest.iterate({ ...key, grain, from: first, to: end }) as Iterable<Bucket>
      if (due.length === 0) return rows
      const counted = new Map(Array.from(rows, (row) => [row.bucket, row.counted]))
      for (const at of due) {
        const bucket = bucketStart(grain, at)
        if (at >= first && at < end) counted.set(bucket, (counted.get(bucket) ?? 0) + dueSign)
      }
      return Array.from(counted, ([bucket, count]) => ({ bucket, counted: count })).sort(
        (one, other) => other.bucket - one.bucket
      )
    }

    /** The bucket of this width that contains the position; the position counts from the range's end. */
    const descend = (grain: Grain, first: Instant, place: ListPlace): ListPlace => {
      let { skip } = place
      for (const { bucket, counted } of buckets(grain, first, place.before)) {
        if (skip < counted) return { before: bucket + grainMillis[grain], skip }
        skip -= counted
      }
      return place
    }

    return {
      // If a range ends before it begins, more items are newer than all of it.
      total: Math.max(0, all - newer),
      placeOf: (offset) => {
        let place: ListPlace = { before: endOfTime, skip: newer + offset }
        let first = startOfTime
        for (const grain of listGrains) {
          place = descend(grain, first, place)
          first = place.before - grainMillis[grain]
        }
        return place
      }
    }
  }
}

interface Bucket {
  readonly bucket: Instant
  readonly counted: number
}

/** How an item that is due to lapse changes the count of a status, compared with what is recorded. */
const dueSignOf = ({ status: statuses }: ListShape, status: string | undefined): number =>
  status === statuses?.lapse?.to ? 1 : -1
