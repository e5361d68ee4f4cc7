import type { PartnerId } from "../concept/PartnerId.ts"
import type { Instant } from "../time/Instant.ts"

/**
 * A list as its concept declares it. Stores keep how many items each list has, by status and kind, and answer any page of it
 * with its total; a page costs the same wherever it lies and however long the list is.
 *
 * The newest item comes first: by its creation instant, then by its id.
 */
export interface List<Item, Owner extends ListOwner, Filter extends ListFilter> {
  /** Unique among all lists; stores keep counts under it, so it never changes. */
  readonly name: string
  /** What is fixed of an item: whose it is, and its place in the list. */
  readonly orderOf: (item: Item) => Owner & { readonly id: string; readonly createdAt: Instant }
  /** The fields of the order that name one list: the partner, then at most one more. */
  readonly owner: readonly ["partnerId"] | readonly ["partnerId", Exclude<keyof Owner & string, "partnerId">]
  readonly status?: ListStatus<Item, StatusIn<Filter>>
  readonly kind?: ListKind<Item, Exclude<keyof Filter & string, keyof ListFilter>>
}

/** Whose list it is. */
export interface ListOwner {
  readonly partnerId: PartnerId
}

/** What every list can be narrowed by; a list with a kind has one field more. */
export interface ListFilter {
  readonly status?: string
  /** The first creation instant. */
  readonly from?: Instant
  /** The first creation instant that is too late. */
  readonly to?: Instant
}

type StatusIn<Filter extends ListFilter> = NonNullable<Filter["status"]> & string

/** A filter that changes with the item. */
export interface ListStatus<Item, Status extends string> {
  /** Every status; items are mostly created in the first. */
  readonly values: ReadonlyArray<Status>
  /** As recorded. */
  readonly of: (item: Item) => Status
  /** An item in the status `from` is listed under `to` from this instant on, whether or not that was recorded. */
  readonly lapse?: { readonly from: Status; readonly to: Status; readonly at: (item: Item) => Instant }
}

/** A filter that is fixed when the item is created. */
export interface ListKind<Item, Field extends string> {
  /** The filter's field. */
  readonly filter: Field
  readonly values: ReadonlyArray<string>
  readonly of: (item: Item) => string
}

/** What of a list does not depend on the types of its items. */
export interface ListShape {
  readonly name: string
  readonly owner: ReadonlyArray<string>
  readonly status?: {
    readonly values: ReadonlyArray<string>
    readonly lapse?: { readonly from: string; readonly to: string }
  }
  readonly kind?: { readonly filter: string; readonly values: ReadonlyArray<string> }
}

/** What a filter asks for, whatever the list calls its kind. */
export interface AskedOfList {
  readonly status: string | undefined
  readonly kind: string | undefined
  readonly from: Instant | undefined
  readonly to: Instant | undefined
}

export const askedOf = ({ kind }: ListShape, filter: ListFilter): AskedOfList => {
  const asked: unknown = kind === undefined ? undefined : Reflect.get(filter, kind.filter)
  return {
    status: filter.status,
    kind: asked === undefined ? undefined : String(asked),
    from: filter.from,
    to: filter.to
  }
}

/** Whether items can be listed under it at all; whoever embeds us may ask for anything. */
export const canBeListed = (
  { kind: kinds, status: statuses }: ListShape,
  { kind, status }: Pick<AskedOfList, "kind" | "status">
): boolean =>
  (status === undefined || statuses?.values.includes(status) === true) &&
  (kind === undefined || kinds?.values.includes(kind) === true)

/** The second field of an owner; empty where the partner alone has the list. */
export const scopeOf = ({ owner: [, field] }: ListShape, owner: ListOwner): string =>
  field === undefined ? "" : String(Reflect.get(owner, field))

/** The status that an item is listed under. */
export const listedStatus = <Item, Status extends string>(
  { lapse, of }: ListStatus<Item, Status>,
  item: Item,
  now: Instant
): Status => {
  const status = of(item)
  return lapse !== undefined && status === lapse.from && now >= lapse.at(item) ? lapse.to : status
}
