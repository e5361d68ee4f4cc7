import type { Concept } from "../concept/Concept.ts"
import type { Row } from "../concept/columns.ts"
import type { Derived } from "../concept/Derived.ts"
import type { PartnerId } from "../concept/PartnerId.ts"
import { counterTables, type SubjectCounter } from "../counter/SumTable.ts"
import type { AccountName, JournalEntryKind } from "../ledger/Ledger.ts"
import type { BookCurrency } from "../money/Coin.ts"
import type { StatesByConcept } from "../ports/Store.ts"
import { endOfTime, type Instant, startOfTime } from "../time/Instant.ts"

/**
 * A list as its concept declares it: all that stores, their tests and the API need to know of it. Stores count the
 * items of each list by status and kind, and return any page with the total; a page costs the same at any position and
 * for any length of the list.
 *
 * The newest item comes first: by its creation instant, then by its id.
 */
export interface List<Item, Owner extends ListOwner, Filter extends ListFilter> {
  /** Unique among all lists; stores keep counts under it, so it never changes. */
  readonly name: string
  readonly items: ListedItems<Item>
  /** The fixed part of an item: its owner, and its place in the list. */
  readonly orderOf: (item: Item) => Owner & { readonly id: string; readonly createdAt: Instant }
  /** The fields of the order that identify one list: the partner, then at most one more. */
  readonly owner: readonly ["partnerId"] | readonly ["partnerId", Exclude<keyof Owner & string, "partnerId">]
  /**
   * The index that has the items in the order of the list, by the end of its name. It is of what `listIndexes` says,
   * whether the concept names it too or not.
   */
  readonly index: string
  readonly status?: ListStatus<Item, StatusIn<Filter>>
  readonly kind?: ListKind<Item, Exclude<keyof Filter & string, keyof ListFilter>>
}

/** A list of a partner, of which hosts have the operation `list`. */
export interface HostedList<Item, Filter extends ListFilter, Facts, Shown>
  extends List<Item, ListOwner, Filter> {
  /** What hosts and the API see of an item. */
  readonly shown: (item: Item, facts: Facts, now: Instant) => Shown
  /** The same items by another filter, in whose place the list has no other but the range. */
  readonly instead?: {
    readonly filter: Exclude<keyof Filter & string, keyof ListFilter>
    readonly list: List<Item, ListOwner, ListFilter>
  }
}

/** The owner of a list. */
export interface ListOwner {
  readonly partnerId: PartnerId
}

/** The filters of every list; a list with a kind has one more field. */
export interface ListFilter {
  readonly status?: string
  /** Inclusive start of the creation range. */
  readonly from?: Instant
  /** Exclusive end of the creation range. */
  readonly to?: Instant
}

type StatusIn<Filter extends ListFilter> = NonNullable<Filter["status"]> & string

/** A filter whose value changes with the item. */
export interface ListStatus<Item, Status extends string> {
  /** Where it is stored: a field, `state` or `status`; or how it follows from what is stored. */
  readonly field: string | Derived<Status>
  /** Every status; items are mostly created in the first. */
  readonly values: ReadonlyArray<Status>
  /** As recorded. */
  readonly of: (item: Item) => Status
  readonly lapse?: ListLapse<Status> & {
    readonly at: (item: Item) => Instant
    /** What it lapses to; undefined if it does not. */
    readonly becomes: (item: Item) => Status | undefined
  }
}

/** From an instant on, items are listed under another status, whether or not that was recorded. */
export interface ListLapse<Status extends string> {
  /** What items lapse from. No status is in both. */
  readonly from: ReadonlyArray<Status>
  readonly to: ReadonlyArray<Status>
  /** What an item lapses to, if it lapses. By default all of the one status lapse to the other. */
  readonly derived?: Derived<Status>
  /** Where the instant is stored. */
  readonly field: string
  /** The index that has the items in these states in the order of that instant, by the end of its name. */
  readonly index: string
  readonly states: ReadonlyArray<string>
}

/** A filter whose value is fixed when the item is created. */
export interface ListKind<Item, Field extends string> {
  /** The filter's field. */
  readonly filter: Field
  /** Where it is stored. */
  readonly field: string
  /**
   * The index of the list is by kind before the instant: each kind is a separate run. By default only the status is.
   */
  readonly isRun?: true
  /**
   * Another index, by kind before the instant, by the end of its name: for filters that ask for a kind, where nobody
   * knows all of them.
   */
  readonly index?: string
  /** Undefined if it may be any text. */
  readonly values: ReadonlyArray<string> | undefined
  readonly of: (item: Item) => string
}

/** The part of a list that does not depend on its item type. */
export interface ListShape {
  readonly name: string
  readonly items: Omit<ListedItems<unknown>, "ofRow" | "ofState">
  readonly owner: ReadonlyArray<string>
  readonly index: string
  readonly status?: {
    readonly field: string | Derived
    readonly values: ReadonlyArray<string>
    readonly lapse?: ListLapse<string>
  }
  readonly kind?: Omit<ListKind<unknown, string>, "of">
}

/** A filter's conditions, whatever the list calls its kind. */
export interface AskedOfList {
  readonly status: string | undefined
  readonly kind: string | undefined
  /** Half-open. */
  readonly from: Instant
  readonly to: Instant
}

export const askedOf = ({ kind }: ListShape, filter: ListFilter): AskedOfList => {
  const asked: unknown = kind === undefined ? undefined : Reflect.get(filter, kind.filter)
  return {
    status: filter.status,
    kind: asked === undefined ? undefined : String(asked),
    from: filter.from ?? startOfTime,
    to: filter.to ?? endOfTime
  }
}

/** Whether the filter can match at all; an embedding host may pass anything. */
export const canBeListed = (
  { kind: kinds, status: statuses }: ListShape,
  { from, kind, status, to }: AskedOfList
): boolean =>
  from < to &&
  (status === undefined || statuses?.values.includes(status) === true) &&
  (kind === undefined || (kinds !== undefined && (kinds.values?.includes(kind) ?? true)))

/** The second field of an owner; empty if the partner alone owns the list. */
export const scopeOf = ({ owner: [, field] }: ListShape, owner: ListOwner): string =>
  field === undefined ? "" : String(Reflect.get(owner, field))

/** The status under which an item is listed. */
export const listedStatus = <Item, Status extends string>(
  { lapse, of }: ListStatus<Item, Status>,
  item: Item,
  now: Instant
): Status => {
  const lapsed = lapse !== undefined && now >= lapse.at(item) ? lapse.becomes(item) : undefined
  return lapsed ?? of(item)
}

/**
 * What changed an account of a partner, as the items of a list, with what the account was after each.
 *
 * The order of the list decides that, not the order of the commits: after an item the account was what it is now, less
 * what the newer items changed. So a list adds up at any instant, however clocks differ, and no item stores a balance.
 */
export interface AccountChanges {
  readonly account: AccountName
  readonly currency: BookCurrency
  /** By the kind under which they are listed. An entry that leaves the account as it was is no change. */
  readonly kinds: { readonly [kind: string]: ChangeSource }
}

/** Where the changes of a kind are found. */
export interface ChangeSource {
  /** The kind of its journal entries. */
  readonly entry: JournalEntryKind
  /**
   * Rows that say the same as the entries, one for each: what every payout writes needs no index of its own in the
   * journal. By default the entries are read.
   */
  readonly rows?: ChangeRows
}

export interface ChangeRows {
  /** The list whose index has the rows in order; its items are created at the instants of their entries. */
  readonly list: ListShape
  /** The columns that are taken from the account. */
  readonly taken: ReadonlyArray<string>
  /**
   * What stands before the id of a row, as the id of its change. Within one instant the order of ids is that of the
   * list, so what takes money stands behind the ids of entries: money that came in the same instant came first.
   */
  readonly idStart: string
}

/** Of what the items of a list are made: the rows of one table, and the sums that are kept of each of them. */
export interface ListedItems<Item> {
  /** The tag of the writes that make and change items; entries of the journal are never changed. */
  readonly tag: keyof StatesByConcept | "JournalEntry"
  readonly table: string
  /** Items that are what changed an account. */
  readonly changes?: AccountChanges
  /** The columns that a page reads of a row; all by default. */
  readonly columns?: ReadonlyArray<string>
  /** The counter of which a row has a sum. A row without one has zeros. */
  readonly sums?: SubjectCounter
  /** The item of a row with its sums. `opened` is its decrypted column `personal`. */
  readonly ofRow: (row: Row, opened?: string) => Item
  /** The item of a written state. `sums` are cells by column, as in a row. */
  readonly ofState: (state: unknown, sums: Row) => Item
}

type Stored<State> = Pick<Concept<State>, "table" | "stateOf"> & {
  readonly name: keyof StatesByConcept
}

/** Items that are the states of a concept. */
export const statesOf = <State>({ name, stateOf, table }: Stored<State>): ListedItems<State> => ({
  tag: name,
  table,
  ofRow: stateOf,
  ofState: (state) => state as State
})

/** Items that are made of a state and the sums of its counter. */
export const statesWith = <State, Item>(
  { name, stateOf, table }: Stored<State>,
  sums: SubjectCounter,
  itemOf: (state: State, sums: Row) => Item
): ListedItems<Item> => ({
  tag: name,
  table,
  sums,
  ofRow: (row, opened) => itemOf(stateOf(row, opened), row),
  ofState: (state, ofIt) => itemOf(state as State, ofIt)
})

/** The sums of a row about which nothing was counted yet. */
export const noSums = ({ sums }: Pick<ListedItems<unknown>, "sums">): Row =>
  sums === undefined ? none : zeros[sums]

const none: Row = {}

const zerosOf = (sums: SubjectCounter): Row =>
  Object.fromEntries(counterTables[sums].sums.map((name) => [name, 0n]))

const zeros: { readonly [Sums in SubjectCounter]: Row } = {
  Batch: zerosOf("Batch"),
  Wallet: zerosOf("Wallet")
}
