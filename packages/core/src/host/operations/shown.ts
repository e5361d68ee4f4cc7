import { Effect } from "effect"
import type { Page, PageRequest } from "../../kernel/ports/Page.ts"

/** A page of results in their views. */
export const pageShownAs = <A, Shown, E, R>(
  answer: Effect.Effect<Page<A>, E, R>,
  view: (item: A) => Shown
): Effect.Effect<Page<Shown>, E, R> =>
  Effect.map(answer, ({ items, total }) => ({ items: items.map(view), total }))

export const firstPage: PageRequest = { page: 1, limit: 20 }
