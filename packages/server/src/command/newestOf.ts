import {
  type Instant,
  type List,
  type ListFilter,
  type ListOwner,
  ListReader,
  type Partner,
  partner,
  StateReader
} from "@quittance/core/adapter"
import { Clock, Effect, Stream } from "effect"

/** An item of a list, with the partner that has it. */
export interface Listed<Item> {
  readonly item: Item
  readonly partner: Partner
}

interface PageOfAll<Item> {
  readonly items: ReadonlyArray<Listed<Item>>
  readonly total: number
  /** When it was read. */
  readonly now: Instant
}

/** How many items of a partner are read at once. */
const readMax = 500

type OfPartners<Item, Filter extends ListFilter> = List<Item, ListOwner, Filter>

/**
 * A page of a list of one partner, or of all together, the newest first. Of the lists of all partners, no more is held
 * than what comes before the end of the page: `page` × `limit` items.
 */
export const newestOf = Effect.fnUntraced(function* <Item, Filter extends ListFilter>(
  list: OfPartners<Item, Filter>,
  only: Partner | undefined,
  filter: Filter,
  { limit, page }: { readonly page: number; readonly limit: number }
) {
  const lists = yield* ListReader
  const now = yield* Clock.currentTimeMillis
  const read = (owner: Partner, request: { readonly page: number; readonly limit: number }) =>
    Effect.map(lists.page(list, { partnerId: owner.id }, filter, request, now), ({ items, total }) => ({
      items: items.map((item): Listed<Item> => ({ item, partner: owner })),
      total
    }))
  if (only !== undefined) {
    const found = yield* read(only, { page, limit })
    return { ...found, now } satisfies PageOfAll<Item>
  }

  const kept = page * limit
  const ofPage = Math.min(kept, readMax)
  let newest: ReadonlyArray<Listed<Item>> = []
  let total = 0
  const states = yield* StateReader
  yield* Stream.runForEach(states.all(partner), (owner) =>
    Effect.gen(function* () {
      for (let at = 1; (at - 1) * ofPage < kept; at++) {
        const found = yield* read(owner, { page: at, limit: ofPage })
        if (at === 1) total += found.total
        const last = newest.length < kept ? undefined : newest.at(-1)
        const added = found.items.filter((each) => last === undefined || isBefore(list, each, last))
        if (added.length > 0) newest = merged(list, newest, added).slice(0, kept)
        const lowest = found.items.at(-1)
        if (found.items.length < ofPage || lowest === undefined) return
        if (last !== undefined && isBefore(list, last, lowest)) return
      }
    })
  )
  const found: PageOfAll<Item> = { items: newest.slice((page - 1) * limit), total, now }
  return found
})

const isBefore = <Item, Filter extends ListFilter>(
  { orderOf }: OfPartners<Item, Filter>,
  one: Listed<Item>,
  other: Listed<Item>
): boolean => {
  const [a, b] = [orderOf(one.item), orderOf(other.item)]
  return a.createdAt === b.createdAt ? a.id > b.id : a.createdAt > b.createdAt
}

/** Both are in order. An item that is in both, because a new one moved the pages, is there once. */
const merged = <Item, Filter extends ListFilter>(
  list: OfPartners<Item, Filter>,
  some: ReadonlyArray<Listed<Item>>,
  others: ReadonlyArray<Listed<Item>>
): ReadonlyArray<Listed<Item>> => {
  const known = new Set(some.map(({ item }) => list.orderOf(item).id))
  const added = others.filter(({ item }) => !known.has(list.orderOf(item).id))
  return [...some, ...added].sort((one, other) => (isBefore(list, one, other) ? -1 : 1))
}
