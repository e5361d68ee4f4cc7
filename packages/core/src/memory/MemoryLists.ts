import { Effect, Stream } from "effect"
import { askedOf, type List, type ListFilter, listedStatus, type ListOwner } from "../list/List.ts"
import type { ListName } from "../store/lists.ts"
import { ListReader } from "../list/ListReader.ts"
import type { Instant } from "../time/Instant.ts"
import { byCreation } from "./MemoryLookup.ts"
import type { MemoryState } from "./MemoryState.ts"
import { standingOf } from "./MemoryTransit.ts"

/** Lists in memory: every item is looked at, which is the truth that stores with counts are held to. */
export const memoryListReader = (state: MemoryState): ListReader["Service"] =>
  ListReader.of({
    page: (list, owner, filter, { limit, page }, now) =>
      Effect.sync(() => {
        const all = newestFirst(state, list, owner, filter, now)
        return { items: all.slice((page - 1) * limit, page * limit), total: all.length }
      }),
    stream: (list, owner, filter, now) =>
      Stream.suspend(() => Stream.fromIterable(newestFirst(state, list, owner, filter, now)))
  })

const itemsOf: { readonly [Name in ListName]: (state: MemoryState) => ReadonlyArray<unknown> } = {
  payouts: ({ aggregates }) => [...aggregates.Payout.values()].map((payout) => payout.state),
  invoices: ({ aggregates }) => [...aggregates.Invoice.values()].map((invoice) => invoice.state),
  webhookDeliveries: ({ aggregates }) =>
    [...aggregates.WebhookDelivery.values()].map((delivery) => ({ ...delivery.state, earlierAttempts: [] })),
  transitWallets: (state) =>
    [...state.aggregates.TransitWallet.values()].map((wallet) => standingOf(state, wallet.state))
}

const newestFirst = <Item, Owner extends ListOwner, Filter extends ListFilter>(
  state: MemoryState,
  list: List<Item, Owner, Filter>,
  owner: Owner,
  filter: Filter,
  now: Instant
): ReadonlyArray<Item> => {
  const { from, kind, status, to } = askedOf(list, filter)
  const isListed = (item: Item): boolean => {
    const order = list.orderOf(item)
    return (
      list.owner.every((field) => order[field] === owner[field]) &&
      (status === undefined || (list.status && listedStatus(list.status, item, now)) === status) &&
      (kind === undefined || list.kind?.of(item) === kind) &&
      order.createdAt >= from &&
      order.createdAt < to
    )
  }
  // The items under a list's name are of its type.
  const all = itemsOf[list.name as ListName](state) as ReadonlyArray<Item>
  return all.filter(isListed).sort((a, b) => byCreation(list.orderOf(b), list.orderOf(a)))
}
