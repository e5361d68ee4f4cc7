import { Effect } from "effect"
import type { CountedPage, NumberedPage, Page, PageRequest } from "../ports/Page.ts"
import type { Instant } from "../time/Instant.ts"
import { cursorIn, cursorText, type InvalidCursor, type ListPosition } from "./ListCursor.ts"

/** The two ways to read a list, both newest first or both oldest first. */
export interface PartReads<Item, E> {
  /** What its cursors are of. */
  readonly scope: string
  /** Whether what it lists depends on the clock. */
  readonly lapses: boolean
  readonly positionOf: (item: Item) => ListPosition
  readonly page: (page: NumberedPage) => Effect.Effect<CountedPage<Item>, E>
  /** The items behind a position, as of an instant. Counts nothing. */
  readonly after: (
    position: ListPosition,
    limit: number,
    asOf: Instant
  ) => Effect.Effect<ReadonlyArray<Item>, E>
}

/** A part of a list, and the instant as of which it is answered. */
export interface ListPart<Item> extends Page<Item> {
  readonly asOf: Instant
}

/**
 * A page, or what follows a cursor. A walk is a descent through the list's order, in which no item ever moves: each is
 * passed once. What lapses is listed as of now, but never as of an instant before the first request, which the clock
 * of another process may show: an item that had lapsed for the first request would be left out.
 */
export const readPart = <Item, E>(
  { after, lapses, page, positionOf, scope }: PartReads<Item, E>,
  request: PageRequest,
  now: Instant
): Effect.Effect<ListPart<Item>, E | InvalidCursor> => {
  const next = (last: Item | undefined, since: Instant): string | null =>
    last === undefined ? null : cursorText(scope, { after: positionOf(last), since })
  if (request.cursor === undefined)
    return Effect.map(page(request), ({ items, total }) => ({
      ...{ items, total, asOf: now },
      nextCursor: next(request.page * request.limit < total ? items.at(-1) : undefined, lapses ? now : 0)
    }))
  return Effect.flatMap(Effect.fromResult(cursorIn(scope, request.cursor)), ({ after: position, since }) => {
    const asOf = Math.max(now, since)
    return Effect.map(after(position, request.limit + 1, asOf), (found) => {
      const items = found.slice(0, request.limit)
      return {
        ...{ items, total: null, asOf },
        nextCursor: next(found.length > items.length ? items.at(-1) : undefined, since)
      }
    })
  })
}
