import { assert } from "@effect/vitest"
import type { Ids, StorePorts } from "@quittance/core"
import {
  type ListFilter,
  type ListOwner,
  ListReader,
  type lists,
  millisPerDay,
  millisPerMinute,
  Store,
  stateLists
} from "@quittance/core/adapter"
import { Effect, Stream } from "effect"
import * as fc from "fast-check"
import { type Checks, forAll, triedOf } from "../Suite.ts"
import { conceptListSample } from "./conceptListSample.ts"
import { newCrowd, writeItems } from "./crowdedHour.ts"
import { type ListSample, listSamples } from "./ListSamples.ts"
import { listed } from "./listed.ts"
import { type ItemLife, itemLives, kindsOf, type ListRequest, listRequests } from "./listRequests.ts"
import { listWalkChecksOf } from "./listWalkChecks.ts"
import { commit, start } from "./StoreSamples.ts"

/**
 * What every declared list must be: in order, in pages, under any filter, with the right total, and only its owner's.
 */

const listChecksOf = <Item, Owner extends ListOwner, Filter extends ListFilter>(
  sample: ListSample<Item, Owner, Filter>
) => {
  const { kindOf, list, newOwner, orderOf, statusOf } = sample
  const statuses: ReadonlyArray<string> = list.status?.values ?? []
  const kinds = list.kind === undefined ? [""] : kindsOf(list.kind)
  const [kind = ""] = kinds

  const idsOf = (items: ReadonlyArray<Item>) => items.map((item) => orderOf(item).id)

  const newAt = (owner: Owner, after: number) =>
    sample.newItem(owner, { createdAt: start + after, kind, lifeMillis: millisPerDay })

  const write = (item: Item) => Effect.flatMap(sample.writing(item, undefined, 0), commit)

  const writeTogether = (items: ReadonlyArray<Item>) => writeItems(sample, items)

  /** An item of this life, written change by change. */
  const lived = Effect.fnUntraced(function* (owner: Owner, { fate, ...made }: ItemLife) {
    let item = yield* sample.newItem(owner, made)
    yield* write(item)
    for (const [index, status] of fate.entries()) {
      const next = sample.moved(item, status)
      yield* commit(yield* sample.writing(next, item, index + 1))
      item = next
    }
    return item
  })

  const filterOf = ({ kind: asked, ...filter }: ListRequest["filter"]): Filter =>
    // The field is named by the declaration.
    ({ ...filter, ...(asked === undefined ? {} : { [list.kind?.filter ?? ""]: asked }) }) as unknown as Filter

  const expected = (
    all: ReadonlyArray<Item>,
    { from = -Infinity, kind: ofKind, status, to = Infinity }: ListRequest["filter"] = {},
    now = start
  ): ReadonlyArray<Item> =>
    all
      .filter(
        (item) =>
          from <= orderOf(item).createdAt &&
          orderOf(item).createdAt < to &&
          (ofKind === undefined || kindOf(item) === ofKind) &&
          (status === undefined || statusOf(item, now) === status)
      )
      .toSorted((one, other) => {
        const [a, b] = [orderOf(one), orderOf(other)]
        return b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1)
      })

  interface History {
    readonly owner: Owner
    readonly items: ReadonlyArray<Item>
  }
  const histories = new WeakMap<Store["Service"], History>()

  /** A long list, of which many parts are written at once: one for each store, which no check changes. */
  const history = Effect.gen(function* () {
    const store = yield* Store
    const written = histories.get(store)
    if (written !== undefined) return written
    const owner = yield* newOwner
    const lives = fc.sample(itemLives(list), { seed: 4, numRuns: yield* triedOf(500) })
    const items = yield* Effect.forEach(lives, (each) => lived(owner, each), { concurrency: 20 })
    histories.set(store, { owner, items })
    return { owner, items }
  })

  const requestsFor = (items: ReadonlyArray<Item>) =>
    listRequests(
      list,
      items.map((item) => orderOf(item).createdAt)
    )

  return {
    // First, while the list is short: a store that counts nothing looks at every item.
    ...listWalkChecksOf(sample),

    "the newest come first: creation instant, then id": Effect.gen(function* () {
      const owner = yield* newOwner
      const items = yield* Effect.forEach([5, 9, 0, 5], (after) => newAt(owner, after))
      yield* Effect.forEach(items, write)
      const found = yield* listed(list, owner, { now: start })
      const [sameA, late, early, sameB] = idsOf(items)
      const [lower, higher] = [sameA, sameB].sort()
      assert.deepStrictEqual(idsOf(found.items), [late, higher, lower, early])
      assert.strictEqual(found.total, 4)
    }),

    "pages divide the list; a page past the end is empty and knows the total": Effect.gen(function* () {
      const owner = yield* newOwner
      const items = yield* Effect.forEach([0, 1, 2, 0, 1, 2, 0], (after) => newAt(owner, after))
      yield* writeTogether(items)
      for (const page of [1, 2, 3, 4, 1_000_000]) {
        const slice = expected(items).slice((page - 1) * 3, page * 3)
        const found = yield* listed(list, owner, { page, limit: 3, now: start })
        assert.deepStrictEqual(found, { items: slice, total: 7 })
      }
      assert.deepStrictEqual(yield* listed(list, yield* newOwner), { items: [], total: 0 })
    }),

    "from is inclusive, to is exclusive, to the millisecond": Effect.gen(function* () {
      const owner = yield* newOwner
      const items = yield* Effect.forEach([0, 1, 2, 3], (after) => newAt(owner, after))
      yield* writeTogether(items)
      const [first, second, third, fourth] = idsOf(items)
      for (const [range, ids] of [
        [{ from: start + 1 }, [fourth, third, second]],
        [{ to: start + 2 }, [second, first]],
        [{ from: start + 1, to: start + 3 }, [third, second]],
        [{ from: start + 2, to: start + 2 }, []],
        [{ from: start + 3, to: start }, []],
        [{ from: start - 400 * millisPerDay, to: start + 400 * millisPerDay }, [fourth, third, second, first]]
      ] as const) {
        const found = yield* listed(list, owner, { filter: filterOf(range), now: start })
        assert.deepStrictEqual([found.total, idsOf(found.items)], [ids.length, [...ids]])
      }
    }),

    "an item is listed under the status that it is in now, and answered as recorded": Effect.gen(
      function* () {
        const owner = yield* newOwner
        let item = yield* newAt(owner, 0)
        yield* write(item)
        for (const [index, status] of [...statuses, ...statuses.toReversed()].entries()) {
          const next = sample.moved(item, status)
          yield* commit(yield* sample.writing(next, item, index + 1))
          item = next
          for (const now of [start, start + millisPerDay - 1, start + millisPerDay]) {
            for (const asked of statuses) {
              const filter = { status: asked }
              const items = expected([item], filter, now)
              assert.deepStrictEqual(yield* listed(list, owner, { filter: filterOf(filter), now }), {
                items,
                total: items.length
              })
            }
          }
        }
      }
    ),

    "nothing is listed under a status or a kind that there is not, whatever it is": Effect.gen(function* () {
      const lists = yield* ListReader
      const owner = yield* newOwner
      yield* write(yield* newAt(owner, 0))
      for (const odd of ["", "nothing", "' OR 1 = 1 --", "__proto__"]) {
        for (const filter of [{ status: odd }, ...(list.kind === undefined ? [] : [{ kind: odd }])]) {
          const found = yield* listed(list, owner, { filter: filterOf(filter) })
          assert.deepStrictEqual(found, { items: [], total: 0 })
          const stream = lists.stream(list, owner, filterOf(filter), start)
          assert.lengthOf(yield* Stream.runCollect(stream), 0)
        }
      }
    }),

    "any filter, page and instant gives what looking at every item gives": Effect.gen(function* () {
      const { items, owner } = yield* history
      yield* forAll(
        requestsFor(items),
        ({ depth, filter, limit, now }) =>
          Effect.gen(function* () {
            const all = expected(items, filter, now)
            const page = 1 + Math.floor((depth * all.length) / limit)
            const found = yield* listed(list, owner, { filter: filterOf(filter), page, limit, now })
            assert.strictEqual(found.total, all.length)
            assert.deepStrictEqual(found.items, all.slice((page - 1) * limit, page * limit))
          }),
        400
      )
    }),

    // That its counts are right in the store, too, the audit of the whole store says, once for all lists.
    "a crowded hour is paged, filtered and counted like any other": Effect.gen(function* () {
      const { items, owner } = yield* newCrowd(sample)
      yield* forAll(
        requestsFor(items.filter((_, index) => index % 50 === 0)),
        ({ depth, filter, limit, now }) =>
          Effect.gen(function* () {
            const all = expected(items, filter, now)
            const page = 1 + Math.floor((depth * all.length) / limit)
            const found = yield* listed(list, owner, { filter: filterOf(filter), page, limit, now })
            assert.strictEqual(found.total, all.length)
            assert.deepStrictEqual(idsOf(found.items), idsOf(all.slice((page - 1) * limit, page * limit)))
          }),
        100
      )
    }),

    "a stream is the whole list of the same filter": Effect.gen(function* () {
      const lists = yield* ListReader
      const { items, owner } = yield* history
      const isStreamed = Effect.fnUntraced(function* ({ filter, now }: Pick<ListRequest, "filter" | "now">) {
        const streamed = yield* Stream.runCollect(lists.stream(list, owner, filterOf(filter), now))
        assert.deepStrictEqual([...streamed], expected(items, filter, now))
      })
      yield* isStreamed({ filter: {}, now: start })
      yield* forAll(requestsFor(items), isStreamed, 40)
    }),

    "a thousand items of one commit and one instant are listed, paged and streamed whole": Effect.gen(
      function* () {
        const lists = yield* ListReader
        const owner = yield* newOwner
        const items = yield* Effect.forEach(Array.from({ length: 1_000 }), () => newAt(owner, 0))
        yield* writeTogether(items)
        const all = idsOf(expected(items))
        const stream = lists.stream(list, owner, filterOf({}), start)
        assert.deepStrictEqual(idsOf([...(yield* Stream.runCollect(stream))]), all)
        // Taking a few needs no more than a few.
        const few = yield* Stream.runCollect(Stream.take(stream, 3))
        assert.deepStrictEqual(idsOf([...few]), all.slice(0, 3))
        const deep = yield* listed(list, owner, { page: 98, limit: 10, now: start })
        assert.deepStrictEqual([deep.total, idsOf(deep.items)], [1_000, all.slice(970, 980)])
      }
    ),

    "a stream goes on, newest first and none twice, while items are created": Effect.gen(function* () {
      const lists = yield* ListReader
      const owner = yield* newOwner
      const old = yield* Effect.forEach(Array.from({ length: 700 }), (_, index) =>
        newAt(owner, -(index % 50) * millisPerMinute)
      )
      yield* writeTogether(old)
      const seen: Array<string> = []
      yield* Stream.runForEach(lists.stream(list, owner, filterOf({}), start), (item) =>
        Effect.gen(function* () {
          if (seen.length % 100 === 0) yield* write(yield* newAt(owner, 1))
          seen.push(orderOf(item).id)
        })
      )
      const known = new Set(idsOf(old))
      assert.strictEqual(new Set(seen).size, seen.length, "none twice")
      assert.deepStrictEqual(
        seen.filter((id) => known.has(id)),
        idsOf(expected(old))
      )
    }),

    "a list has only what is its owner's": Effect.gen(function* () {
      const owner = yield* newOwner
      const { partnerId } = yield* newOwner
      const stranger = { ...owner, partnerId }
      const neighbour = { ...(yield* newOwner), partnerId: owner.partnerId }
      const [own, others] = [yield* newAt(owner, 0), yield* newAt(stranger, 0)]
      yield* Effect.forEach([own, others], write)
      assert.deepStrictEqual(yield* listed(list, owner), { items: [own], total: 1 })
      assert.deepStrictEqual(yield* listed(list, stranger), { items: [others], total: 1 })
      if (list.owner.length > 1)
        assert.deepStrictEqual(yield* listed(list, neighbour), { items: [], total: 0 })
    })
  } satisfies Checks<StorePorts | Ids>
}

type ListChecks = ReturnType<typeof listChecksOf>

/** By subject, of every list of states. */
export const listChecks = Object.fromEntries(
  stateLists.map((list) => {
    const samples: { readonly [name: string]: unknown } = listSamples
    const own = list as unknown as ListSample<object, ListOwner, ListFilter>["list"]
    const sample = (samples[list.name] ?? conceptListSample(own)) as ReturnType<typeof conceptListSample>
    return [`lists of ${list.name}`, listChecksOf(sample)]
  })
) as { readonly [Name in Exclude<keyof typeof lists, "balanceEntries"> as `lists of ${Name}`]: ListChecks }
