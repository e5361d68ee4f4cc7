import { assert } from "@effect/vitest"
import type { Ids, Page, PageRequest, StorePorts } from "@quittance/core"
import {
  allLists,
  type Commit,
  emptyCommit,
  type Instant,
  type ListFilter,
  type ListOwner,
  ListReader,
  millisPerDay
} from "@quittance/core/adapter"
import { Effect } from "effect"
import { type Checks, forAll } from "../Suite.ts"
import { commitTogether, writeItems } from "./crowdedHour.ts"
import type { ListSample } from "./ListSamples.ts"
import { type ItemLife, kindsOf, type ListRequest } from "./listRequests.ts"
import { type WalkEvent, type WalkScript, walkScripts } from "./listWalkScripts.ts"
import { commit, start } from "./StoreSamples.ts"

/** An item as the model knows it. */
interface Known<Item> {
  readonly item: Item
  readonly version: number
}

/**
 * What a walk by cursor must be: each part what looking at every item gives, and over all parts each item that was
 * there at the first request and kept matching exactly once.
 */
export const listWalkChecksOf = <Item, Owner extends ListOwner, Filter extends ListFilter>(
  sample: ListSample<Item, Owner, Filter>
) => {
  const { kindOf, list, newOwner, orderOf, statusOf } = sample
  const idOf = (item: Item) => orderOf(item).id
  const filterOf = ({ kind, ...filter }: ListRequest["filter"]): Filter =>
    // The field is named by the declaration.
    ({ ...filter, ...(kind === undefined ? {} : { [list.kind?.filter ?? ""]: kind }) }) as unknown as Filter

  const matches = (
    { from = -Infinity, kind, status, to = Infinity }: ListRequest["filter"],
    item: Item,
    now: Instant
  ): boolean =>
    from <= orderOf(item).createdAt &&
    orderOf(item).createdAt < to &&
    (kind === undefined || kindOf(item) === kind) &&
    (status === undefined || statusOf(item, now) === status)

  const isBefore = (one: Item, other: Item): boolean => {
    const [a, b] = [orderOf(one), orderOf(other)]
    return a.createdAt > b.createdAt || (a.createdAt === b.createdAt && a.id > b.id)
  }
  const inOrder = (items: ReadonlyArray<Item>) =>
    items.toSorted((one, other) => (isBefore(one, other) ? -1 : 1))

  const kinds = list.kind === undefined ? [] : kindsOf(list.kind).slice(0, 2)
  const lifeAt = (after: number): ItemLife => ({
    ...{ createdAt: start + after, kind: kinds[0] ?? "", lifeMillis: millisPerDay, fate: [] }
  })

  /** The items of a list and every change of them, in the store and in the model. */
  const newWorld = Effect.fnUntraced(function* (lives: ReadonlyArray<ItemLife>) {
    const owner = yield* newOwner
    const known = new Map<string, Known<Item>>()
    const note = (item: Item, version: number) => known.set(idOf(item), { item, version })

    const create = (life: ItemLife) => sample.newItem(owner, life)
    const change = Effect.fnUntraced(function* ({ item, version }: Known<Item>, next: Item) {
      yield* commit(yield* sample.writing(next, item, version))
      note(next, version + 1)
    })

    const fresh = yield* Effect.forEach(lives, create)
    yield* writeItems(sample, fresh)
    for (const item of fresh) note(item, 1)
    const moved = fresh.flatMap((item, index) => {
      const [status] = lives[index]?.fate ?? []
      return status === undefined ? [] : [{ item, next: sample.moved(item, status) }]
    })
    const parts = yield* Effect.forEach(moved, ({ item, next }) => sample.writing(next, item, 1))
    if (parts.length > 0) yield* commitTogether(parts)
    for (const { next } of moved) note(next, 2)

    const happen = Effect.fnUntraced(function* (event: WalkEvent) {
      if (event._tag === "created") {
        const item = yield* create(event.life)
        yield* writeItems(sample, [item])
        note(item, 1)
        return
      }
      const all = [...known.values()]
      const meant = all[event.item % all.length]
      if (meant === undefined) return
      if (event._tag === "moved") return yield* change(meant, sample.moved(meant.item, event.status))
      if (event._tag === "redacted")
        return sample.redacted === undefined ? undefined : yield* change(meant, sample.redacted(meant.item))
      const erasing: Partial<Commit> | undefined = sample.erasing?.(meant.item)
      if (erasing === undefined) return
      yield* commit({ ...emptyCommit, ...erasing })
      known.delete(idOf(meant.item))
    })

    const listed = (filter: ListRequest["filter"], now: Instant) =>
      inOrder([...known.values()].map(({ item }) => item).filter((item) => matches(filter, item, now)))
    return { owner, happen, listed }
  })

  const part = (owner: Owner, filter: ListRequest["filter"], request: PageRequest, now: Instant) =>
    Effect.flatMap(ListReader, (lists) => lists.page(list, owner, filterOf(filter), request, now))

  const walk = Effect.fnUntraced(function* ({ filter, lives, page, steps }: WalkScript) {
    const { happen, listed, owner } = yield* newWorld(lives)
    const [first] = steps
    assert(first !== undefined)
    let time = start
    const since = time + first.skew
    const all = listed(filter, since)
    const skipped = (page - 1) * first.limit
    /** What must come: there from the first request on, after its page, and always matching. */
    const owed = new Set(all.slice(skipped).map(idOf))
    const come: Array<Item> = []

    /** What does not match for a moment does not keep matching. */
    const forgive = (matching: ReadonlyArray<Item>): void => {
      const kept = new Set([...matching, ...come].map(idOf))
      for (const id of owed) if (!kept.has(id)) owed.delete(id)
    }

    let found = yield* part(owner, filter, { page, limit: first.limit }, since)
    assert.deepStrictEqual(
      { ids: found.items.map(idOf), total: found.total },
      { ids: all.slice(skipped, skipped + first.limit).map(idOf), total: all.length }
    )
    assert.strictEqual(
      found.nextCursor === null,
      skipped + first.limit >= all.length || found.items.length === 0
    )
    come.push(...found.items)

    for (let at = 1; found.nextCursor !== null; at++) {
      const step = steps[at % steps.length] ?? first
      // New ones must not go on for ever.
      const events = at > 40 ? step.events.filter(({ _tag }) => _tag !== "created") : step.events
      for (const event of events) {
        yield* happen(event)
        forgive(listed(filter, Math.max(time, since)))
      }
      time += step.advance
      const now = Math.max(time + step.skew, since)
      const matching = listed(filter, now)
      const last = come.at(-1)
      const rest = matching.filter((item) => last === undefined || isBefore(last, item))
      forgive(matching)

      found = yield* part(owner, filter, { cursor: found.nextCursor, limit: step.limit }, time + step.skew)
      assert.deepStrictEqual(
        { ids: found.items.map(idOf), total: found.total, ends: found.nextCursor === null },
        { ids: rest.slice(0, step.limit).map(idOf), total: null, ends: rest.length <= step.limit }
      )
      come.push(...found.items)

      // A page of any number is right beside it.
      const numbered = yield* part(owner, filter, { page, limit: step.limit }, now)
      assert.deepStrictEqual(
        { ids: numbered.items.map(idOf), total: numbered.total },
        {
          ids: matching.slice((page - 1) * step.limit, page * step.limit).map(idOf),
          total: matching.length
        }
      )
    }
    const ids = come.map(idOf)
    assert.strictEqual(new Set(ids).size, ids.length, "none twice")
    assert.includeMembers(ids, [...owed], "none left out")
  })

  return {
    "walked by cursor, each item that keeps matching comes once, whatever is created or changed meanwhile":
      forAll(walkScripts(list), walk, 25),

    "a walk by cursor divides the list as it was, items of one millisecond too, while others are created":
      Effect.gen(function* () {
        const { happen, listed, owner } = yield* newWorld([0, 1, 1, 1, 1, 2, 0].map(lifeAt))
        const all = listed({}, start)
        const come: Array<Item> = []
        let request: PageRequest = { page: 1, limit: 2 }
        for (let parts = 1; ; parts++) {
          const { items, nextCursor }: Page<Item> = yield* part(owner, {}, request, start)
          come.push(...items)
          if (nextCursor === null) break
          assert.isBelow(parts, 9)
          yield* happen({ _tag: "created", life: lifeAt(3) })
          request = { cursor: nextCursor, limit: parts }
        }
        assert.deepStrictEqual(come.map(idOf), all.map(idOf))
      }),

    "what had lapsed for the first request is listed for a process whose clock is behind": Effect.gen(
      function* () {
        const { lapse } = list.status ?? {}
        if (lapse === undefined) return
        const lives = Array.from({ length: 40 }, (_, after) => ({ ...lifeAt(after), lifeMillis: 100 }))
        const { listed, owner } = yield* newWorld(lives)
        let lapsed = 0
        for (const status of lapse.to) {
          const all = listed({ status }, start + 200).map(idOf)
          if (all.length < 2) continue
          lapsed += all.length
          const first = yield* part(owner, { status }, { page: 1, limit: 1 }, start + 200)
          const request = { cursor: String(first.nextCursor), limit: 99 }
          const rest = yield* part(owner, { status }, request, start + 50)
          assert.deepStrictEqual([...first.items, ...rest.items].map(idOf), all)
          assert.strictEqual(rest.asOf, start + 200)
        }
        // Elsewhere it follows from the state whether an item lapses.
        if (lapse.derived === undefined) assert.isAbove(lapsed, 1)
      }
    ),

    "a cursor of another list, owner or filter is refused, and so is a damaged one": Effect.gen(function* () {
      const { owner } = yield* newWorld([0, 1, 2].map(lifeAt))
      const cursorUnder = (filter: ListRequest["filter"]) =>
        Effect.map(part(owner, filter, { page: 1, limit: 1 }, start), ({ nextCursor }) => String(nextCursor))
      const cursor = yield* cursorUnder({})
      assert.match(cursor, /^[\w-]{30,120}$/)
      assert.notInclude(Buffer.from(cursor, "base64url").toString("latin1"), owner.partnerId)
      const faultOf = (asked: Effect.Effect<unknown, unknown, ListReader>) =>
        Effect.map(Effect.flip(asked), (error) => (error as { readonly fault?: string }).fault)

      const { from, to } = { from: start, to: start + 9 }
      const statuses = (list.status?.values ?? []).slice(0, 2).map((status) => ({ status }))
      for (const filter of [
        { from },
        { to },
        { from, to },
        { from: from + 1 },
        ...kinds.map((kind) => ({ kind })),
        ...statuses
      ])
        assert.strictEqual(yield* faultOf(part(owner, filter, { cursor, limit: 2 }, start)), "foreign")
      assert.strictEqual(
        yield* faultOf(part(owner, {}, { cursor: yield* cursorUnder({ from }), limit: 2 }, start)),
        "foreign"
      )
      const { partnerId } = yield* newOwner
      for (const other of [yield* newOwner, { ...owner, partnerId }])
        assert.strictEqual(yield* faultOf(part(other, {}, { cursor, limit: 2 }, start)), "foreign")
      const lists = yield* ListReader
      for (const other of allLists.filter(({ name }) => name !== list.name))
        assert.strictEqual(
          yield* faultOf(
            lists.page(other, { ...owner, endpointId: "whk_1" }, {}, { cursor, limit: 2 }, start)
          ),
          "foreign"
        )

      const damaged = Array.from(cursor, (letter, at) =>
        [cursor.slice(0, at), letter === "A" ? "B" : "A", cursor.slice(at + 1)].join("")
      )
      for (const text of [
        ...damaged,
        "",
        " ",
        "null",
        `${cursor} `,
        `${cursor}=`,
        cursor.slice(4),
        "ё",
        `${cursor}\0`
      ])
        assert.strictEqual(
          yield* faultOf(part(owner, {}, { cursor: text, limit: 2 }, start)),
          "malformed",
          text
        )
    })
  } satisfies Checks<StorePorts | Ids>
}
