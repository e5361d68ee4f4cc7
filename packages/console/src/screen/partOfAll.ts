interface PartAsked {
  readonly limit: number
  readonly page?: number
  readonly cursor?: string
}

/** A part of what an operation answers whole: a cursor is a place in it. */
export const partOfAll = <Item>(all: ReadonlyArray<Item>, { cursor, limit, page = 1 }: PartAsked) => {
  const start = cursor === undefined ? (page - 1) * limit : Number(cursor)
  const end = start + limit
  return {
    items: all.slice(start, end),
    total: cursor === undefined ? all.length : null,
    nextCursor: end < all.length ? String(end) : null
  }
}
