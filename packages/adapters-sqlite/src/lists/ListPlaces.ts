import { bucketStart, grainMillis, type Instant, type ListShape } from "@quittance/core"
import type Database from "better-sqlite3"
import { bucketCut } from "../readers/bucketCut.ts"
import { everyStatus, listGrains } from "./ListCounts.ts"
import { newestSql, sumSql } from "./listSql.ts"

/** Beyond every instant, and whole to JavaScript. */
export const startOfTime: Instant = Number.MIN_SAFE_INTEGER
export const endOfTime: Instant = Number.MAX_SAFE_INTEGER

/** A list as one filter shows it. */
export interface FilteredList {
  readonly list: ListShape
  readonly owner: { readonly partnerId: string; readonly scope: string }
  readonly status: string | undefined
  readonly kind: string | undefined
  /** Half-open. */
  readonly from: Instant
  readonly to: Instant
  readonly now: Instant
  /** How many items as recorded were created between two instants, by the items themselves. */
  readonly recordedBetween: (from: Instant, to: Instant) => number
  /** When those items were created since `from` whose lapse is due and not recorded, where the status gains or loses by them. */
  readonly due: ReadonlyArray<Instant>
}

export interface ListPlaces {
  readonly total: number
  /** The end of the hour that holds the item at this place, and how many items of the list before it are newer. */
  readonly placeOf: (offset: number) => ListPlace
}

export interface ListPlace {
  /** Exclusive. */
  readonly before: Instant
  readonly skip: number
}

type Grain = (typeof listGrains)[number]

/**
 * How long a list is and where in time a place of it lies, out of `list_counts`: whole days and hours are counted already, and
 * only the hours that the bounds of a range cut are counted in an index.
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

    /** What each bucket of a range counts, the newest first. */
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

    /** The bucket of this grain in which the place lies, among those of a range; the place counts from the range's end. */
    const descend = (grain: Grain, first: Instant, place: ListPlace): ListPlace => {
      let { skip } = place
      for (const { bucket, counted } of buckets(grain, first, place.before)) {
        if (skip < counted) return { before: bucket + grainMillis[grain], skip }
        skip -= counted
      }
      return place
    }

    return {
      // Of a range that ends before it begins more is newer than all of it.
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

/** What an item whose lapse is due counts for a status on top of what it is recorded as. */
const dueSignOf = ({ status: statuses }: ListShape, status: string | undefined): number =>
  status === statuses?.lapse?.to ? 1 : -1
