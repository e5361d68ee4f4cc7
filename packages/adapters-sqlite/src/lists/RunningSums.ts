import {
  type AccountChanges,
  bucketStart,
  changeSum,
  endOfTime,
  everyStatus,
  type Instant,
  integerIn,
  type ListPosition,
  type ListShape,
  millisPerDay,
  millisPerHour,
  momentMillis,
  momentStart,
  moneyIn,
  type Row,
  splitGrain,
  textIn
} from "@quittance/core/adapter"
import type Database from "better-sqlite3"
import { changedSql, newestSql, sumSql } from "./listSql.ts"

/** Rows of a list of changes, newest first and all of one kind or of every. */
interface ChangeRows {
  readonly list: ListShape
  readonly changes: AccountChanges
  readonly owner: { readonly partnerId: string; readonly scope: string }
  readonly kind: string | undefined
  readonly now: Instant
  readonly rows: ReadonlyArray<Row>
}

interface Bucket {
  readonly bucket: Instant
  readonly counted: bigint
}

/** Before every change of an instant. */
const before = (createdAt: Instant): ListPosition => ({ createdAt, id: "" })

/**
 * Adds to each row, as `after_minor`, what the account was after it: what it is now, less the changes that are newer in
 * the list. All is read in one transaction with the rows. Rows of one kind may be far apart, so the way from now to the
 * oldest is gone once: by days, by the hours of a day with rows, by the moments of an hour with rows, then by changes.
 */
export const prepareRunningSums = (
  database: Database.Database
): ((found: ChangeRows) => ReadonlyArray<Row>) => {
  const newest = database.prepare(newestSql).safeIntegers()
  const sum = database.prepare(sumSql).pluck().safeIntegers()
  const balanceOf = database
    .prepare("SELECT balance_minor FROM accounts WHERE partner_id = ? AND currency = ? AND name = ?")
    .pluck()
    .safeIntegers()
  const prepared = new Map<string, Database.Statement>()
  const changedOf = (list: ListShape) => {
    const known = prepared.get(list.name)
    if (known !== undefined) return known
    const made = database.prepare(changedSql(list)).pluck().safeIntegers()
    prepared.set(list.name, made)
    return made
  }

  /** What the account was after any change of a list, if it is asked for the newest first. */
  const walk = ({ changes: { account, currency }, list, now, owner }: ChangeRows, oldest: Instant) => {
    const key = { list: list.name, ...owner, kind: null }
    const buckets = (grain: string, status: string, from: Instant, to: Instant): ReadonlyArray<Bucket> =>
      (newest.all({ ...key, grain, status, from, to }) as ReadonlyArray<Row>).map((row) => ({
        bucket: integerIn(row, "bucket"),
        counted: moneyIn(row, "counted")
      }))
    const moments = (from: Instant, to: Instant): bigint =>
      sum.get({ ...key, grain: "moment", status: changeSum, from, to }) as bigint
    const changed = changedOf(list)
    const between = ({ createdAt, id }: ListPosition, end: ListPosition): bigint =>
      changed.get({ ...owner, createdAt, id, beforeAt: end.createdAt, beforeId: end.id }) as bigint

    const balance = (balanceOf.get(owner.partnerId, currency, account) as bigint | undefined) ?? 0n
    const days = descent(balance, buckets("day", changeSum, bucketStart("day", oldest), endOfTime))
    let day = endOfTime
    let hours = descent(balance, [])
    let splits: ReadonlyMap<Instant, Instant> = new Map()
    /** The hour, and what the account was at the end of its last moment that was asked for. */
    let hour = { start: endOfTime, reached: endOfTime, after: balance }
    let last: { readonly position: ListPosition; readonly bound: Instant; readonly older: bigint } | undefined

    return (position: ListPosition, change: bigint): bigint => {
      const { createdAt } = position
      const dayOf = bucketStart("day", createdAt)
      if (dayOf !== day) {
        day = dayOf
        hours = descent(days.at(day), buckets("hour", changeSum, day, day + millisPerDay))
        const split = buckets(splitGrain, everyStatus, day, day + millisPerDay)
        splits = new Map(split.map(({ bucket, counted }) => [bucket, Number(counted)]))
      }
      const start = bucketStart("hour", createdAt)
      const end = start + millisPerHour
      if (start !== hour.start) {
        hour = { start, reached: end, after: hours.at(start) }
        last = undefined
      }
      const since = splits.get(start) ?? end
      const bound = Math.min(end, Math.max(since, momentStart(createdAt) + momentMillis))
      const found = () => {
        if (last?.bound === bound) return last.older - between(position, last.position)
        // Of the hour, the side of the change on which there is less; hardly anything is newer than now.
        if (Math.min(bound, now) - createdAt > createdAt - start)
          return hours.at(start) - hours.of(start) + between(before(start), position) + change
        if (bound < hour.reached) {
          const isNearStart = since <= start && bound - start < hour.reached - bound
          const after = isNearStart
            ? hours.at(start) - hours.of(start) + moments(start, bound)
            : hour.after - moments(bound, hour.reached)
          hour = { start, reached: bound, after }
        }
        return hour.after - between(position, before(bound))
      }
      const after = found()
      last = { position, bound, older: after - change }
      return after
    }
  }

  return (found) => {
    const { kind, rows } = found
    const asked = kind === undefined ? rows.slice(0, 1) : rows
    const oldest = asked.at(-1)
    if (oldest === undefined) return rows
    const afterOf = walk(found, integerIn(oldest, "created_at"))
    let older: bigint | undefined
    return rows.map((row) => {
      const change = moneyIn(row, "change_minor")
      const after =
        older !== undefined && kind === undefined
          ? older
          : afterOf({ createdAt: integerIn(row, "created_at"), id: textIn(row, "id") }, change)
      older = after - change
      return { ...row, after_minor: after }
    })
  }
}

/** What the account was at the end of a bucket, by the sums of buckets from the newest on; asked the newest first. */
const descent = (now: bigint, newestFirst: ReadonlyArray<Bucket>) => {
  let after = now
  let index = 0
  const at = (bucket: Instant): bigint => {
    for (
      let next = newestFirst[index];
      next !== undefined && next.bucket > bucket;
      next = newestFirst[++index]
    )
      after -= next.counted
    return after
  }
  return {
    at,
    /** The sum of the bucket itself. */
    of: (bucket: Instant): bigint => {
      at(bucket)
      const next = newestFirst[index]
      return next?.bucket === bucket ? next.counted : 0n
    }
  }
}
