import type { PageRequest } from "@quittance/core"
import {
  cursorScope,
  cursorText,
  type Instant,
  type List,
  type ListFilter,
  type ListOwner,
  type ListPart,
  ListReader,
  type Partner,
  partner,
  readPart,
  StateReader
} from "@quittance/core/adapter"
import { Clock, Effect, Stream } from "effect"

/** An item of a list, with the partner that has it. */
export interface Listed<Item> {
  readonly item: Item
  readonly partner: Partner
}

/** How many items of a partner are read at once. */
const readMax = 500

type OfPartners<Item, Filter extends ListFilter> = List<Item, ListOwner, Filter>

/**
 * A part of a list of one partner, or of all together, the newest first. To find a page among all partners, no more is
 * held than what comes before its end, `page` × `limit` items; by cursor, no more than the part.
 */
export const newestOf = Effect.fnUntraced(function* <Item, Filter extends ListFilter>(
  list: OfPartners<Item, Filter>,
  only: Partner | undefined,
  filter: Filter,
  request: PageRequest
) {
  const lists = yield* ListReader
  const states = yield* StateReader
  const now = yield* Clock.currentTimeMillis
  const read = (owner: Partner, part: PageRequest, at: Instant) =>
    Effect.map(lists.page(list, { partnerId: owner.id }, filter, part, at), (found) => ({
      ...found,
      items: found.items.map((item): Listed<Item> => ({ item, partner: owner }))
    }))
  if (only !== undefined) return yield* read(only, request, now)

  /** The newest of all partners, each from its own request on, and the sum of what was counted. */
  const newest = Effect.fnUntraced(function* (
    kept: number,
    firstOf: (owner: Partner, limit: number) => PageRequest
  ) {
    let items: ReadonlyArray<Listed<Item>> = []
    let total = 0
    yield* Stream.runForEach(states.all(partner), (owner) =>
      Effect.gen(function* () {
        const limit = Math.min(kept, readMax)
        let next: PageRequest | undefined = firstOf(owner, limit)
        for (let seen = 0; next !== undefined && seen < kept; seen += limit) {
          const found: ListPart<Listed<Item>> = yield* read(owner, next, now)
          total += found.total ?? 0
          const last = items.length < kept ? undefined : items.at(-1)
          items = merged(list, items, found.items).slice(0, kept)
          const lowest = found.items.at(-1)
          const isBeyond = last !== undefined && lowest !== undefined && isBefore(list, last, lowest)
          next = found.nextCursor === null || isBeyond ? undefined : { cursor: found.nextCursor, limit }
        }
      })
    )
    return { items, total }
  })

  return yield* readPart(
    {
      scope: cursorScope(list, everyPartner, filter),
      lapses: true,
      positionOf: ({ item }: Listed<Item>) => list.orderOf(item),
      page: ({ limit, page }) =>
        Effect.map(
          newest(page * limit, (_, most) => ({ page: 1, limit: most })),
          ({ items, total }) => ({ items: items.slice((page - 1) * limit), total })
        ),
      after: (after, limit, since) =>
        Effect.map(
          newest(limit, ({ id }, most) => ({
            cursor: cursorText(cursorScope(list, { partnerId: id }, filter), { after, since }),
            limit: most
          })),
          ({ items }) => items
        )
    },
    request,
    now
  )
})

/** Whose list that of all partners is; no partner has this id. */
const everyPartner = { partnerId: "" }

const isBefore = <Item, Filter extends ListFilter>(
  { orderOf }: OfPartners<Item, Filter>,
  one: Listed<Item>,
  other: Listed<Item>
): boolean => {
  const [a, b] = [orderOf(one.item), orderOf(other.item)]
  return a.createdAt === b.createdAt ? a.id > b.id : a.createdAt > b.createdAt
}

const merged = <Item, Filter extends ListFilter>(
  list: OfPartners<Item, Filter>,
  some: ReadonlyArray<Listed<Item>>,
  others: ReadonlyArray<Listed<Item>>
): ReadonlyArray<Listed<Item>> =>
  [...some, ...others].sort((one, other) => (isBefore(list, one, other) ? -1 : 1))
