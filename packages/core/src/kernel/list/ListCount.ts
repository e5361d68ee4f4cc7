import { bucketStart } from "../counter/Counter.ts"
import type { Addition, SumTable } from "../counter/SumTable.ts"
import type { Instant } from "../time/Instant.ts"
import { type AccountChange, changeSum } from "./AccountChanges.ts"
import { type List, type ListFilter, type ListOwner, type ListShape, noSums, scopeOf } from "./List.ts"

/**
 * The counts of lists: how many items a list has by status and kind, and of every status together, by the UTC hour
 * and day of their creation. Every write of an item updates them, so the length of a list never needs a walk through
 * the history.
 *
 * Where an hour is crowded, it is split: items that are created from then on are counted by moments too, so that few
 * are skipped or counted one by one however many an hour has. Quiet hours keep no moments, of which they would have
 * about one for each item.
 */

/**
 * The bucket widths of the counts of every item, the coarsest first: a day is found among days, an hour among its
 * hours, and rows are skipped or counted only within an hour that is not split.
 */
export const listGrains = ["day", "hour"] as const
export type ListGrain = (typeof listGrains)[number] | "moment"

/** At ten thousand items a second, a page skips fifty thousand entries of an index at most. */
export const momentMillis = 5_000

/** An hour with more items is split, unless its list says fewer. */
export const crowdedCount = 2_000

/** Of a list. Changes of an account are read to be summed, which is costlier than to count them. */
export const crowdedCountOf = ({ items }: ListShape): number =>
  items.changes === undefined ? crowdedCount : crowdedCount / 2

/**
 * The count under this grain, of an hour and every status and kind together, is an instant: the start of the first
 * moment that was empty when the hour was split. Items of the hour that are created from then on are counted by
 * moments.
 */
export const splitGrain = "split"

export const momentStart = (at: Instant): Instant => Math.floor(at / momentMillis) * momentMillis

/** The whole moments between two instants of an hour that is split at `since`; undefined without any. */
export const momentsBetween = (
  since: Instant,
  from: Instant,
  to: Instant
): { readonly from: Instant; readonly to: Instant } | undefined => {
  const whole = {
    from: Math.ceil(Math.max(since, from) / momentMillis) * momentMillis,
    to: momentStart(to)
  }
  return whole.from < whole.to ? whole : undefined
}

/** The key under which items of all statuses are counted together. */
export const everyStatus = ""

/** A count of a list gains or loses items. */
export interface ListCountChange {
  readonly list: string
  readonly partnerId: string
  /** Whose list it is beside the partner's; empty for the partner's own. */
  readonly scope: string
  readonly status: string
  /** Empty in a list without kinds. */
  readonly kind: string
  /** The start of the moment. */
  readonly bucket: Instant
  readonly change: number
}

/** The change of the state of an item: a new one has no `previous`, an erased one no `next`. */
export const listCountChangesOf = <Item, Owner extends ListOwner, Filter extends ListFilter>(
  list: List<Item, Owner, Filter>,
  previous: unknown,
  next: unknown
): ReadonlyArray<ListCountChange> => {
  const { items } = list
  // Nothing is counted by a sum.
  const sums = noSums(items)
  const old = previous === undefined ? undefined : items.ofState(previous, sums)
  const current = next === undefined ? undefined : items.ofState(next, sums)
  const item = current ?? old
  if (item === undefined) return []
  // Most writes change no status.
  if (old !== undefined && current !== undefined && list.status?.of(old) === list.status?.of(current))
    return []
  const [before, after] = [countedStatuses(list, old), countedStatuses(list, current)]
  const lost = before.filter((status) => !after.includes(status))
  const gained = after.filter((status) => !before.includes(status))
  const order = list.orderOf(item)
  const place = {
    list: list.name,
    partnerId: order.partnerId,
    scope: scopeOf(list, order),
    kind: list.kind?.of(item) ?? "",
    bucket: momentStart(order.createdAt)
  }
  return [
    ...lost.map((status) => ({ ...place, status, change: -1 })),
    ...gained.map((status) => ({ ...place, status, change: 1 }))
  ]
}

const countedStatuses = <Item, Owner extends ListOwner, Filter extends ListFilter>(
  { status }: List<Item, Owner, Filter>,
  item: Item | undefined
): ReadonlyArray<string> =>
  item === undefined ? [] : status === undefined ? [everyStatus] : [everyStatus, status.of(item)]

/** Where the counts are kept. */
export const listCountTable: SumTable = {
  name: "list_counts",
  key: [
    { name: "partner_id", type: "text" },
    { name: "list", type: "text" },
    { name: "scope", type: "text" },
    { name: "grain", type: "text" },
    { name: "status", type: "text" },
    { name: "bucket", type: "integer" },
    { name: "kind", type: "text" }
  ],
  sums: ["count"]
}

/**
 * Changes of a group of commits, added up: items of one list and hour are one count. Changes that sum to zero are
 * left out.
 */
export class ListCountSums {
  readonly #moments: Sums<number> = new Map()
  readonly #changed: Sums<bigint> = new Map()

  add(changes: ReadonlyArray<ListCountChange>): void {
    for (const change of changes) addTo(this.#moments, change, change.change, plus)
  }

  /** Counts a change of an account, and adds it to the sums. */
  addChange({ at, changeMinor, kind, list, partnerId }: AccountChange): void {
    const place = { list, partnerId, scope: "", bucket: momentStart(at) }
    addTo(this.#moments, { ...place, status: everyStatus, kind }, 1, plus)
    addTo(this.#changed, { ...place, status: changeSum, kind: "" }, changeMinor, plusMinor)
  }

  /** The additions to `listCountTable`, whatever is split. */
  get additions(): ReadonlyArray<Addition> {
    return [...widened(this.#moments, plus), ...widened(this.#changed, plusMinor)]
  }

  /** The additions of hours that are split before the moment. */
  get moments(): ReadonlyArray<Addition> {
    return [...additionsOf("moment", this.#moments), ...additionsOf("moment", this.#changed)]
  }

  /** The hours that gained items, and how many. */
  get filledHours(): ReadonlyArray<FilledHour> {
    const hours = new Map<string, { readonly hour: ListHour; items: number }>()
    for (const { by, change } of this.#moments.values()) {
      const { list, partnerId, scope, status } = change
      if (status !== everyStatus || by <= 0) continue
      const hour = { list, partnerId, scope, start: bucketStart("hour", change.bucket) }
      const key = hourKey(hour)
      const known = hours.get(key)
      if (known === undefined) hours.set(key, { hour, items: by })
      else known.items += by
    }
    return [...hours.values()]
  }
}

/** An hour of one list. */
export interface ListHour {
  readonly list: string
  readonly partnerId: string
  readonly scope: string
  readonly start: Instant
}

export interface FilledHour {
  readonly hour: ListHour
  readonly items: number
}

export const hourKey = ({ list, partnerId, scope, start }: ListHour): string =>
  JSON.stringify([list, partnerId, scope, start])

/** By everything but the grain. */
type Sums<By extends number | bigint> = Map<string, { readonly change: Counted; by: By }>
type Counted = Omit<ListCountChange, "change">

const plus = (one: number, other: number): number => one + other
const plusMinor = (one: bigint, other: bigint): bigint => one + other

const addTo = <By extends number | bigint>(
  sums: Sums<By>,
  change: Counted,
  by: By,
  sum: (one: By, other: By) => By
): void => {
  const { bucket, kind, list, partnerId, scope, status } = change
  const key = `${list} ${partnerId} ${scope} ${status} ${kind} ${bucket}`
  const known = sums.get(key)
  if (known === undefined) sums.set(key, { change, by })
  else known.by = sum(known.by, by)
}

/** By hours and days. */
const widened = <By extends number | bigint>(
  moments: Sums<By>,
  sum: (one: By, other: By) => By
): ReadonlyArray<Addition> => {
  if (moments.size === 0) return []
  const [hours, days]: [Sums<By>, Sums<By>] = [new Map(), new Map()]
  for (const { by, change } of moments.values())
    addTo(hours, { ...change, bucket: bucketStart("hour", change.bucket) }, by, sum)
  for (const { by, change } of hours.values())
    addTo(days, { ...change, bucket: bucketStart("day", change.bucket) }, by, sum)
  return [...additionsOf("hour", hours), ...additionsOf("day", days)]
}

const additionsOf = <By extends number | bigint>(grain: ListGrain, sums: Sums<By>): ReadonlyArray<Addition> =>
  [...sums.values()].flatMap(({ by, change }) => {
    const { bucket, kind, list, partnerId, scope, status } = change
    return by ? [{ key: [partnerId, list, scope, grain, status, bucket, kind], sums: [by] }] : []
  })
