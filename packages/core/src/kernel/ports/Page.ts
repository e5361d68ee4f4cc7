/** A page of a list, counted from 1, with `limit` items per page. */
export interface NumberedPage {
  readonly page: number
  readonly limit: number
}

/** Such a page, as of one commit: its items, and the number of items in the whole list. */
export interface CountedPage<Item> {
  readonly items: ReadonlyArray<Item>
  readonly total: number
}

/**
 * A part of a list: a page by its number, or the next `limit` items after the `nextCursor` of an earlier part. Walked
 * by cursor, each item that existed at the first request and keeps matching comes exactly once, whatever is created or
 * changed meanwhile.
 */
export type PageRequest =
  | (NumberedPage & { readonly cursor?: undefined })
  | { readonly cursor: string; readonly limit: number; readonly page?: undefined }

/** One part of a list. */
export interface Page<Item> {
  readonly items: ReadonlyArray<Item>
  /** The number of items in the whole list; by cursor nothing is counted, and it is null. */
  readonly total: number | null
  /** Opaque and URL-safe: where this list goes on, under the same filter. Null at its end. */
  readonly nextCursor: string | null
}
