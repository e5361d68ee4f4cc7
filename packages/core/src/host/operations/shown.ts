import { Effect } from "effect"
import type { Page, PageRequest } from "../../kernel/ports/Page.ts"

/** A part of a list in the views of its items. */
export const pageShownAs = <A, Shown, E, R>(
  answer: Effect.Effect<Page<A>, E, R>,
  view: (item: A) => Shown
): Effect.Effect<Page<Shown>, E, R> =>
  Effect.map(answer, ({ items, nextCursor, total }) => ({
    ...{ nextCursor, total },
    items: items.map(view)
  }))

export const firstPage: PageRequest = { page: 1, limit: 20 }
