import type { ListName, lists, ListShape, Row } from "@quittance/core"

/** Where the items of a list are stored, in addition to the list's own declaration. */
export interface ListTable<Item> {
  readonly table: string
  /** The columns a page reads; by default those of the row. */
  readonly rows?: string
  readonly columns?: string
  /** The columns of the owner's second field, of the status and of the kind. */
  readonly scope?: string
  readonly status?: string
  readonly kind?: string
  /** Has the items of each status in list order. */
  readonly index: string
  /** The index orders by kind before the instant: each kind is a separate run. */
  readonly isOrderedByKind?: true
  /** The index of items that may lapse, and the column of the instant. */
  readonly lapse?: { readonly index: string; readonly at: string }
  readonly decode: (row: Row) => Item
}

/** Where the items of every list are stored. */
export type ListTables = {
  readonly [Name in ListName]: ListTable<Parameters<(typeof lists)[Name]["orderOf"]>[0]>
}

/** A list and its table, for building statements. */
export interface TabledList {
  readonly list: ListShape
  readonly table: ListTable<unknown>
}
