import type { ListColumns, ListName, lists, ListShape, Row } from "@quittance/core"

/** Where the items of a list are stored, and how they are read. */
export interface ListTable<Item> extends ListColumns {
  /** The columns a page reads; by default those of the row. */
  readonly rows?: string
  readonly columns?: string
  /** Has the items of each status in list order. */
  readonly index: string
  /** The index of items that may lapse. */
  readonly lapseIndex?: string
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
