import { bucketStart, type List, type ListFilter, type ListOwner, scopeOf } from "@quittance/core"
import type Database from "better-sqlite3"

/**
 * The bucket widths of list counts, the coarsest first: a day is found among days, an hour among its hours,
 * and rows are skipped or counted only within an hour.
 */
export const listGrains = ["day", "hour"] as const

/** The key under which items of all statuses are counted together. */
export const everyStatus = ""

/** The position of an item in the counts. */
interface Place {
  readonly list: string
  readonly partnerId: string
  readonly scope: string
  readonly status: string | undefined
  readonly bucket: number
  readonly kind: string
}

interface Change extends Place {
  readonly status: string
  by: number
}

/**
 * Maintains `list_counts`, so that the length of a list never needs a walk of the history. Changes of a group
 * are added up and written once, just before the group is committed: items of one list and hour are one
 * count.
 */
export class ListCounts {
  readonly #add: Database.Statement
  readonly #forgetEmpty: Database.Statement
  #noted = new Map<string, Change>()

  constructor(database: Database.Database) {
    this.#add = database.prepare(
      `INSERT INTO list_counts (list, partner_id, scope, grain, status, bucket, kind, count) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET count = count + excluded.count`
    )
    this.#forgetEmpty = database.prepare(
      `DELETE FROM list_counts WHERE list = ? AND partner_id = ? AND scope = ? AND grain = ? AND status = ? AND bucket = ?
         AND kind = ? AND count = 0`
    )
  }

  created<Item, Owner extends ListOwner, Filter extends ListFilter>(
    list: List<Item, Owner, Filter>,
    item: Item
  ): void {
    const place = hourOf(list, item)
    this.#note(place, everyStatus, 1)
    this.#note(place, place.status, 1)
  }

  /** The item has another status or the same. */
  changed<Item, Owner extends ListOwner, Filter extends ListFilter>(
    list: List<Item, Owner, Filter>,
    before: Item,
    item: Item
  ): void {
    const [was, is] = [list.status?.of(before), list.status?.of(item)]
    if (is === was) return
    const place = hourOf(list, item)
    this.#note(place, was, -1)
    this.#note(place, is, 1)
  }

  erased<Item, Owner extends ListOwner, Filter extends ListFilter>(
    list: List<Item, Owner, Filter>,
    item: Item
  ): void {
    const place = hourOf(list, item)
    this.#note(place, everyStatus, -1)
    this.#note(place, place.status, -1)
  }

  /** Writes the collected changes. */
  seal(): void {
    if (this.#noted.size === 0) return
    const days = new Map<string, Change>()
    for (const change of this.#noted.values()) {
      this.#write("hour", change)
      addTo(days, { ...change, bucket: bucketStart("day", change.bucket) })
    }
    for (const change of days.values()) this.#write("day", change)
    this.takenBack()
  }

  /** The group was rolled back, or its outcome is unknown. */
  takenBack(): void {
    this.#noted = new Map()
  }

  #note(place: Place, status: string | undefined, by: number): void {
    if (status !== undefined) addTo(this.#noted, { ...place, status, by })
  }

  #write(
    grain: (typeof listGrains)[number],
    { bucket, by, kind, list, partnerId, scope, status }: Change
  ): void {
    if (by === 0) return
    const key = [list, partnerId, scope, grain, status, bucket, kind]
    this.#add.run(...key, by)
    if (by < 0) this.#forgetEmpty.run(...key)
  }
}

const hourOf = <Item, Owner extends ListOwner, Filter extends ListFilter>(
  list: List<Item, Owner, Filter>,
  item: Item
): Place => {
  const order = list.orderOf(item)
  return {
    list: list.name,
    partnerId: order.partnerId,
    scope: scopeOf(list, order),
    status: list.status?.of(item),
    bucket: bucketStart("hour", order.createdAt),
    kind: list.kind?.of(item) ?? ""
  }
}

const addTo = (changes: Map<string, Change>, change: Change): void => {
  const { bucket, kind, list, partnerId, scope, status } = change
  const key = `${list} ${partnerId} ${scope} ${status} ${kind} ${bucket}`
  const known = changes.get(key)
  if (known === undefined) changes.set(key, change)
  else known.by += change.by
}
