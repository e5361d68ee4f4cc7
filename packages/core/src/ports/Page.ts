/** Which part of a list: `page` from 1, `limit` items each. */
export interface PageRequest {
  readonly page: number
  readonly limit: number
}

/** One page of a list and how many items the whole list has. */
export interface Page<Item> {
  readonly items: ReadonlyArray<Item>
  readonly total: number
}
