/** A part of a list: `page` counted from 1, `limit` items per page. */
export interface PageRequest {
  readonly page: number
  readonly limit: number
}

/** One page of a list, and the number of items in the whole list. */
export interface Page<Item> {
  readonly items: ReadonlyArray<Item>
  readonly total: number
}
