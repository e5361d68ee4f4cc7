import { Effect } from "effect"
import type { Row } from "../../kernel/concept/columns.ts"
import type { PartnerId } from "../../kernel/concept/PartnerId.ts"
import { batchCounterKey } from "../../kernel/counter/Counter.ts"
import { counterAddition, counterTables, type SubjectCounter } from "../../kernel/counter/SumTable.ts"
import {
  type ListedItems,
  type ListFilter,
  type ListOwner,
  listedStatus,
  noSums
} from "../../kernel/list/List.ts"
import type { ListPosition } from "../../kernel/list/ListCursor.ts"
import { type AskedList, type ListReader, makeListReader } from "../../kernel/list/ListReader.ts"
import type { Versioned } from "../../kernel/ports/Versioned.ts"
import { conceptNamed } from "../../store/concepts.ts"
import { changesIn } from "./MemoryAccountChanges.ts"
import { byCreation } from "./MemoryLookup.ts"
import type { MemoryState } from "./MemoryState.ts"
import { balanceOf } from "./MemoryTransit.ts"

/** Lists in memory: every item of a partner is looked at, which is the truth that stores with counts are held to. */
export const memoryListReader = (state: MemoryState): ListReader["Service"] =>
  makeListReader({
    page: (asked, { limit, page }) =>
      Effect.sync(() => {
        const all = newestFirst(state, asked)
        return { items: all.slice((page - 1) * limit, page * limit), total: all.length }
      }),
    after: (asked, position, limit) => Effect.sync(() => newestFirst(state, asked, position).slice(0, limit))
  })

/** What is counted about one row, as cells. */
const sumsOf: {
  readonly [Sums in SubjectCounter]: (state: MemoryState, partnerId: PartnerId, id: string) => Row
} = {
  Batch: (state, partnerId, id) => {
    const kept = state.counters.get(batchCounterKey(partnerId, id))
    if (kept === undefined) return noSums({ sums: "Batch" })
    const { sums } = counterAddition(kept)
    return Object.fromEntries(counterTables.Batch.sums.map((name, at) => [name, sums[at]]))
  },
  Wallet: (state, _partnerId, id) => ({ balance_minor: balanceOf(state, id) })
}

const itemsOf = <Item>(
  state: MemoryState,
  items: ListedItems<Item>,
  { partnerId }: ListOwner
): ReadonlyArray<Item> => {
  const { changes, ofState, tag } = items
  if (tag === "JournalEntry")
    return changes === undefined ? [] : changesIn(state, changes).map((row) => ofState(row, {}))
  const concept = conceptNamed.get(tag)
  return Array.from<Versioned<unknown>, unknown>(state.aggregates[tag].values(), (kept) => kept.state)
    .filter((kept) => concept === undefined || concept.nameOf(kept).partnerId === partnerId)
    .map((kept) => itemOf(state, items, kept))
}

/** The item of a kept state, with what is counted about it. */
export const itemOf = <Item>(
  state: MemoryState,
  { ofState, sums, tag }: ListedItems<Item>,
  kept: unknown
): Item => {
  const concept = conceptNamed.get(tag)
  if (sums === undefined || concept === undefined) return ofState(kept, {})
  const { id, partnerId } = concept.nameOf(kept)
  return ofState(kept, sumsOf[sums](state, partnerId, id))
}

const newestFirst = <Item, Owner extends ListOwner, Filter extends ListFilter>(
  state: MemoryState,
  { asked: { from, kind, status, to }, list, now, owner }: AskedList<Item, Owner, Filter>,
  after?: ListPosition
): ReadonlyArray<Item> => {
  const isListed = (item: Item): boolean => {
    const order = list.orderOf(item)
    return (
      list.owner.every((field) => order[field] === owner[field]) &&
      order.createdAt >= from &&
      order.createdAt < to &&
      (after === undefined || byCreation(order, after) < 0) &&
      (kind === undefined || list.kind?.of(item) === kind) &&
      (status === undefined || (list.status && listedStatus(list.status, item, now)) === status)
    )
  }
  return itemsOf(state, list.items, owner)
    .filter(isListed)
    .sort((a, b) => byCreation(list.orderOf(b), list.orderOf(a)))
}
