import { Context, type Effect, type Stream } from "effect"
import type { Page, PageRequest } from "../ports/Page.ts"
import type { StoreUnavailable } from "../ports/Store.ts"
import type { Instant } from "../time/Instant.ts"
import type { List, ListFilter, ListOwner } from "./List.ts"

/**
 * Port. Every list that a concept declares (`lists.ts`), as last committed. What lapses is listed as of `now`; the
 * states that are answered are as recorded.
 */
export class ListReader extends Context.Service<
  ListReader,
  {
    /** A page and the total, both as of one commit. A page past the end is empty. */
    readonly page: <Item, Owner extends ListOwner, Filter extends ListFilter>(
      list: List<Item, Owner, Filter>,
      owner: Owner,
      filter: Filter,
      page: PageRequest,
      now: Instant
    ) => Effect.Effect<Page<Item>, StoreUnavailable>
    /** The whole list, without holding it: for exports. What changes meanwhile may be told old or new. */
    readonly stream: <Item, Owner extends ListOwner, Filter extends ListFilter>(
      list: List<Item, Owner, Filter>,
      owner: Owner,
      filter: Filter,
      now: Instant
    ) => Stream.Stream<Item, StoreUnavailable>
  }
>()("@quittance/core/kernel/list/ListReader") {}
