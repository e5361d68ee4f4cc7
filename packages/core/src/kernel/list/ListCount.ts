import { bucketStart } from "../counter/Counter.ts"
import type { Addition, SumTable } from "../counter/SumTable.ts"
import type { Instant } from "../time/Instant.ts"
import { type List, type ListFilter, type ListOwner, noSums, scopeOf } from "./List.ts"

/**
 * The counts of lists: how many items a list has by status and kind, and of every status together, by the UTC hour
 * and day of their creation. Every write of an item updates them, so the length of a list never needs a walk through
 * the history.
 */

/**
 * The bucket widths of list counts, the coarsest first: a day is found among days, an hour among its hours,
 * and rows are skipped or counted only within an hour.
 */
export const listGrains = ["day", "hour"] as const
export type ListGrain = (typeof listGrains)[number]

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
  /** The start of the hour. */
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
    bucket: bucketStart("hour", order.createdAt)
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
  readonly #hours: Sums = new Map()

  add(changes: ReadonlyArray<ListCountChange>): void {
    for (const change of changes) addTo(this.#hours, change, change.change)
  }

  /** The additions to `listCountTable`. */
  get additions(): ReadonlyArray<Addition> {
    const days: Sums = new Map()
    for (const { by, change } of this.#hours.values())
      addTo(days, { ...change, bucket: bucketStart("day", change.bucket) }, by)
    return [...additionsOf("hour", this.#hours), ...additionsOf("day", days)]
  }
}

/** By everything but the grain. */
type Sums = Map<string, { readonly change: ListCountChange; by: number }>

const addTo = (sums: Sums, change: ListCountChange, by: number): void => {
  const { bucket, kind, list, partnerId, scope, status } = change
  const key = `${list} ${partnerId} ${scope} ${status} ${kind} ${bucket}`
  const known = sums.get(key)
  if (known === undefined) sums.set(key, { change, by })
  else known.by += by
}

const additionsOf = (grain: ListGrain, sums: Sums): ReadonlyArray<Addition> =>
  [...sums.values()].flatMap(({ by, change }) => {
    const { bucket, kind, list, partnerId, scope, status } = change
    return by === 0 ? [] : [{ key: [partnerId, list, scope, grain, status, bucket, kind], sums: [by] }]
  })
