import {
  bucketStart,
  type Commit,
  crowdedCount,
  emptyCommit,
  type ListFilter,
  type ListOwner,
  millisPerDay,
  millisPerHour
} from "@quittance/core/adapter"
import { Effect } from "effect"
import type { ListSample } from "./ListSamples.ts"
import { kindsOf } from "./listRequests.ts"
import { commit, start } from "./StoreSamples.ts"

/** More than an hour may have before it is split. */
const crowdSize = 2 * crowdedCount

/** One commit of all these items. */
export const writeItems = Effect.fnUntraced(function* <
  Item,
  Owner extends ListOwner,
  Filter extends ListFilter
>(sample: ListSample<Item, Owner, Filter>, items: ReadonlyArray<Item>) {
  yield* commitTogether(yield* Effect.forEach(items, (item) => sample.writing(item, undefined, 0)))
})

/** One commit of several. */
export const commitTogether = Effect.fnUntraced(function* (parts: ReadonlyArray<Commit>) {
  const all = <Part>(of: (part: Commit) => ReadonlyArray<Part>) => parts.flatMap(of)
  yield* commit({
    ...emptyCommit,
    aggregates: all(({ aggregates }) => aggregates),
    counters: all(({ counters }) => counters),
    events: all(({ events }) => events),
    outbox: all(({ outbox }) => outbox)
  })
})

/** A list with an hour that is split in its middle, and of which items of before and after that changed since. */
export const newCrowd = Effect.fnUntraced(function* <
  Item,
  Owner extends ListOwner,
  Filter extends ListFilter
>(sample: ListSample<Item, Owner, Filter>) {
  const { kind, status } = sample.list
  const [kinds, statuses] = [kind === undefined ? [""] : kindsOf(kind), status?.values ?? []]
  const owner = yield* sample.newOwner
  const fresh = yield* Effect.forEach(
    Array.from({ length: crowdSize }, (_, index) => index),
    (index) =>
      sample.newItem(owner, {
        createdAt: bucketStart("hour", start) + Math.floor((index * millisPerHour) / crowdSize),
        kind: kinds[index % kinds.length] ?? "",
        lifeMillis: index % 3 === 0 ? millisPerHour : millisPerDay
      })
  )
  for (let first = 0; first < crowdSize; first += 500)
    yield* writeItems(sample, fresh.slice(first, first + 500))
  const items = yield* Effect.forEach(
    fresh,
    Effect.fnUntraced(function* (item, index) {
      const next = statuses[(index / 40) % statuses.length]
      if (index % 40 !== 0 || next === undefined || next === statuses[0]) return item
      const moved = sample.moved(item, next)
      yield* commit(yield* sample.writing(moved, item, 1))
      return moved
    }),
    { concurrency: 20 }
  )
  return { owner, items }
})
