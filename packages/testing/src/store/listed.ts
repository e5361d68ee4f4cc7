import { type List, type ListFilter, type ListOwner, ListReader } from "@quittance/core/adapter"
import { Effect } from "effect"

/** A page of a list; by default the first, with everything on it. */
export const listed = <Item, Owner extends ListOwner, Filter extends ListFilter>(
  list: List<Item, Owner, Filter>,
  owner: Owner,
  {
    filter,
    limit = 10_000,
    now = 0,
    page = 1
  }: { readonly filter?: Filter; readonly limit?: number; readonly now?: number; readonly page?: number } = {}
) =>
  Effect.flatMap(ListReader, (lists) =>
    Effect.map(
      // Every filter may be empty.
      lists.page(list, owner, filter ?? ({} as Filter), { page, limit }, now),
      ({ items, total }) => ({ items, total })
    )
  )
