import {
  type Addition,
  type AnyList,
  allLists,
  bucketStart,
  crowdedCountOf,
  everyStatus,
  hourKey,
  type Instant,
  type ListHour,
  millisPerHour,
  momentMillis,
  momentStart,
  splitGrain
} from "@quittance/core/adapter"
import type Database from "better-sqlite3"
import { newestInSql } from "./listSql.ts"

const ofHour = `FROM list_counts WHERE list = @list AND partner_id = @partnerId AND scope = @scope AND status = '${everyStatus}'
  AND bucket = @start AND grain =`

/** From when on the items of an hour are counted by moments; undefined if it is not split. */
export const prepareSplitOf = (database: Database.Database): ((hour: ListHour) => Instant | undefined) => {
  const find = database.prepare(`SELECT count ${ofHour} '${splitGrain}'`).pluck()
  return (hour) => find.get(hour) as Instant | undefined
}

/**
 * Splits crowded hours. Everything happens under the write lock, so that all groups agree on where an hour is split.
 */
export class HourSplits {
  readonly #splitOf: (hour: ListHour) => Instant | undefined
  readonly #itemsOf: Database.Statement
  readonly #split: Database.Statement
  readonly #newestIn: (list: AnyList, hour: ListHour) => Instant

  constructor(database: Database.Database) {
    this.#splitOf = prepareSplitOf(database)
    this.#itemsOf = database.prepare(`SELECT coalesce(sum(count), 0) ${ofHour} 'hour'`).pluck()
    this.#split = database.prepare(
      `INSERT INTO list_counts (list, partner_id, scope, grain, status, bucket, kind, count)
         VALUES (@list, @partnerId, @scope, '${splitGrain}', '${everyStatus}', @start, '', @since)`
    )
    const newest = new Map<string, Database.Statement>()
    this.#newestIn = (list, hour) => {
      const statement = newest.get(list.name) ?? database.prepare(newestInSql(list)).pluck()
      newest.set(list.name, statement)
      return Number(statement.get({ ...hour, end: hour.start + millisPerHour }) ?? hour.start)
    }
  }

  /** Of the counts of moments, those that are kept. */
  kept(moments: ReadonlyArray<Addition>): ReadonlyArray<Addition> {
    const splits = new Map<string, Instant | undefined>()
    return moments.filter(({ key }) => {
      const [partnerId, list, scope, , , moment] = key as ReadonlyArray<string | number>
      const start = bucketStart("hour", Number(moment))
      const hour = { partnerId: String(partnerId), list: String(list), scope: String(scope), start }
      const name = hourKey(hour)
      if (!splits.has(name)) splits.set(name, this.#splitOf(hour))
      const since = splits.get(name)
      return since !== undefined && Number(moment) >= since
    })
  }

  splitIfCrowded(hour: ListHour): void {
    const list = allLists.find(({ name }) => name === hour.list)
    if (list === undefined || Number(this.#itemsOf.get(hour)) <= crowdedCountOf(list)) return
    if (this.#splitOf(hour) !== undefined) return
    const since = momentStart(this.#newestIn(list, hour)) + momentMillis
    if (since < hour.start + millisPerHour) this.#split.run({ ...hour, since })
  }
}
