import {
  allLists,
  crowdedCountOf,
  everyStatus,
  type FilledHour,
  grainMillis,
  hourKey,
  type ListHour,
  momentMillis,
  splitGrain
} from "@quittance/core/adapter"
import type { Call, Connections } from "../connect/Connections.ts"
import { type NamedStatement, named, valuesOf } from "../connect/namedParameters.ts"
import { newestInSql } from "../lists/listSql.ts"
import { turnOf } from "./turns.ts"

/** After how many items of its own in an hour a process looks whether the hour is crowded. */
const lookEvery = 500

/** How many hours a process remembers; the oldest are forgotten, and looked at again. */
const hoursMax = 1_000

/** Splits an hour at the first moment without items, if it is crowded and not split. */
const splitStatements: ReadonlyMap<string, NamedStatement> = new Map(
  allLists.map((list) => [
    list.name,
    named(
      `split an hour of ${list.name}`,
      `INSERT INTO list_counts (partner_id, list, scope, grain, status, bucket, kind, count)
         SELECT @partnerId, @list, @scope, '${splitGrain}', '${everyStatus}', @start::bigint, '', since
           FROM (SELECT coalesce((${newestInSql(list)}), @start::bigint) / ${momentMillis} * ${momentMillis} + ${momentMillis} AS since, (
                     SELECT sum(count) FROM list_counts WHERE partner_id = @partnerId AND list = @list AND scope = @scope
                       AND grain = 'hour' AND status = '${everyStatus}' AND bucket = @start::bigint) AS items
                  OFFSET 0) AS crowd
          WHERE since < @end::bigint AND items > ${crowdedCountOf(list)}
         ON CONFLICT DO NOTHING`
    )
  ])
)

/**
 * Splits hours that this process finds crowded. Nobody writes items of the partner meanwhile, so that all groups agree
 * on where an hour is split: each group counts by what it reads in its own transaction.
 */
export class HourSplits {
  readonly #connections: Pick<Connections, "flush">
  readonly #filled = new Map<string, number>()

  constructor(connections: Pick<Connections, "flush">) {
    this.#connections = connections
  }

  /** After a group was written. If a split fails, the hour is looked at again later. */
  async written(hours: ReadonlyArray<FilledHour>): Promise<void> {
    for (const { hour, items } of hours) {
      const key = hourKey(hour)
      const before = this.#filled.get(key) ?? 0
      this.#filled.delete(key)
      this.#filled.set(key, before + items)
      if (this.#filled.size > hoursMax) this.#forgetOldest()
      if (Math.floor(before / lookEvery) === Math.floor((before + items) / lookEvery)) continue
      const split = splitOf(hour)
      if (split !== undefined) await this.#connections.flush([turnOf([hour.partnerId], "alone"), split])
    }
  }

  #forgetOldest(): void {
    const [oldest] = this.#filled.keys()
    if (oldest !== undefined) this.#filled.delete(oldest)
  }
}

const splitOf = (hour: ListHour): Call | undefined => {
  const found = splitStatements.get(hour.list)
  return (
    found && {
      statement: found.statement,
      values: valuesOf(found, { ...hour, end: hour.start + grainMillis.hour })
    }
  )
}
