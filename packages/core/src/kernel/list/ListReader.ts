import { Context, Effect, Option, Stream } from "effect"
import type { CountedPage, NumberedPage, PageRequest } from "../ports/Page.ts"
import type { StoreUnavailable } from "../ports/Store.ts"
import type { Instant } from "../time/Instant.ts"
import { type AskedOfList, askedOf, canBeListed, type List, type ListFilter, type ListOwner } from "./List.ts"
import { cursorScope, type InvalidCursor, type ListPosition } from "./ListCursor.ts"
import { lapsingOf } from "./listRuns.ts"
import { type ListPart, readPart } from "./readPart.ts"

/**
 * Port. Every list that a concept declares (`lists.ts`), as last committed. What lapses is listed as of `now`; the
 * states that are answered are as recorded.
 */
export class ListReader extends Context.Service<
  ListReader,
  {
    /** A part, by page or by cursor, and the total of a page, as of one commit. A page past the end is empty. */
    readonly page: <Item, Owner extends ListOwner, Filter extends ListFilter>(
      list: List<Item, Owner, Filter>,
      owner: Owner,
      filter: Filter,
      page: PageRequest,
      now: Instant
    ) => Effect.Effect<ListPart<Item>, InvalidCursor | StoreUnavailable>
    /** The whole list, without holding it: for exports. What changes meanwhile may be told old or new. */
    readonly stream: <Item, Owner extends ListOwner, Filter extends ListFilter>(
      list: List<Item, Owner, Filter>,
      owner: Owner,
      filter: Filter,
      now: Instant
    ) => Stream.Stream<Item, StoreUnavailable>
  }
>()("@quittance/core/kernel/list/ListReader") {}

/** A list under a filter that can match, as a store reads it. */
export interface AskedList<Item, Owner extends ListOwner, Filter extends ListFilter> {
  readonly list: List<Item, Owner, Filter>
  readonly owner: Owner
  readonly asked: AskedOfList
  readonly now: Instant
}

/** What a store does for its lists. */
export interface ListReads {
  readonly page: <Item, Owner extends ListOwner, Filter extends ListFilter>(
    list: AskedList<Item, Owner, Filter>,
    page: NumberedPage
  ) => Effect.Effect<CountedPage<Item>, StoreUnavailable>
  /** At most `limit` items behind a position. An empty id stands before all ids of its instant. */
  readonly after: <Item, Owner extends ListOwner, Filter extends ListFilter>(
    list: AskedList<Item, Owner, Filter>,
    position: ListPosition,
    limit: number
  ) => Effect.Effect<ReadonlyArray<Item>, StoreUnavailable>
}

const streamedRows = 250

const nothing = Effect.succeed({ items: [], total: 0 })

/** The reader of a store's lists. */
export const makeListReader = ({ after, page }: ListReads): ListReader["Service"] =>
  ListReader.of({
    page: (list, owner, filter, request, now) => {
      const asked = askedOf(list, filter)
      const isPossible = canBeListed(list, asked)
      return readPart(
        {
          scope: cursorScope(list, owner, filter),
          lapses: lapsingOf(list, asked) !== undefined,
          positionOf: list.orderOf,
          page: (numbered) => (isPossible ? page({ list, owner, asked, now }, numbered) : nothing),
          after: (position, limit, asOf) =>
            isPossible ? after({ list, owner, asked, now: asOf }, position, limit) : Effect.succeed([])
        },
        request,
        now
      )
    },

    // A few rows at a time, and others have their turn between them.
    stream: (list, owner, filter, now) => {
      const asked = askedOf(list, filter)
      if (!canBeListed(list, asked)) return Stream.empty
      return Stream.paginate({ createdAt: asked.to, id: "" }, (position: ListPosition) =>
        Effect.map(
          Effect.andThen(Effect.yieldNow, after({ list, owner, asked, now }, position, streamedRows)),
          (items) => {
            const last = items.length < streamedRows ? undefined : items.at(-1)
            return [
              items,
              Option.map(Option.fromUndefinedOr(last), (item): ListPosition => list.orderOf(item))
            ] as const
          }
        )
      )
    }
  })
