import type { ListName, ListShape, lists } from "@quittance/core"
import type { Row } from "../rows/columns.ts"

/** Where the items of a list lie, beside what the list says of itself. */
export interface ListTable<Item> {
  readonly table: string
  /** What a page reads of an item; the columns of its row where nothing else is said. */
  readonly rows?: string
  readonly columns?: string
  /** The columns of the owner's second field, of the status and of the kind. */
  readonly scope?: string
  readonly status?: string
  readonly kind?: string
  /** The index that has the items of a status, with the condition of an index of only some rows. */
  readonly index: (status: string | undefined) => string
  /** The index has the kinds before the instants: each kind is a run of its own. */
  readonly isOrderedByKind?: true
  /** The index of what may lapse, and the column of the instant. */
  readonly lapse?: { readonly index: string; readonly at: string }
  readonly decode: (row: Row) => Item
}

/** Where the items of every list lie. */
export type ListTables = {
  readonly [Name in ListName]: ListTable<Parameters<(typeof lists)[Name]["orderOf"]>[0]>
}

/** A list and its table, for whoever writes statements. */
export interface TabledList {
  readonly list: ListShape
  readonly table: ListTable<unknown>
}
