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
        const kept = all.slice((page - 1) * limit, page * limit)
        return { items: kept.map((each) => itemOf(state, asked.list.items, each)), total: all.length }
      }),
    after: (asked, position, limit) =>
      Effect.sync(() =>
        newestFirst(state, asked, position)
          .slice(0, limit)
          .map((each) => itemOf(state, asked.list.items, each))
      )
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

/** The states of which the items of a partner are made; of changes of an account, their rows. */
const keptOf = (
  state: MemoryState,
  { changes, tag }: ListedItems<unknown>,
  { partnerId }: ListOwner
): ReadonlyArray<unknown> => {
  if (tag === "JournalEntry") return changes === undefined ? [] : changesIn(state, changes, partnerId)
  const concept = conceptNamed.get(tag)
  return Array.from<Versioned<unknown>, unknown>(state.aggregates[tag].values(), (kept) => kept.state).filter(
    (kept) => concept === undefined || concept.nameOf(kept).partnerId === partnerId
  )
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

/** What is listed, before anything is counted about it: neither its place nor a filter depends on that. */
const newestFirst = <Item, Owner extends ListOwner, Filter extends ListFilter>(
  state: MemoryState,
  { asked: { from, kind, status, to }, list, now, owner }: AskedList<Item, Owner, Filter>,
  after?: ListPosition
): ReadonlyArray<unknown> =>
  keptOf(state, list.items, owner)
    .flatMap((kept) => {
      const item = list.items.ofState(kept, noSums(list.items))
      const order = list.orderOf(item)
      const isListed =
        list.owner.every((field) => order[field] === owner[field]) &&
        order.createdAt >= from &&
        order.createdAt < to &&
        (after === undefined || byCreation(order, after) < 0) &&
        (kind === undefined || list.kind?.of(item) === kind) &&
        (status === undefined || (list.status && listedStatus(list.status, item, now)) === status)
      return isListed ? [{ kept, order }] : []
    })
    .sort((a, b) => byCreation(b.order, a.order))
    .map(({ kept }) => kept)
