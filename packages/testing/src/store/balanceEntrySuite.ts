import { assert } from "@effect/vitest"
import type { Ids, Page, PageRequest, StorePorts } from "@quittance/core"
import {
  type BalanceEntry,
  type BalanceEntryFilter,
  balanceEntryKinds,
  balanceEntryList,
  crowdedCount,
  type Instant,
  type ListOwner,
  ListReader,
  millisPerDay,
  millisPerHour,
  type PartnerId,
  type StatementRow,
  statementRows
} from "@quittance/core/adapter"
import { Effect, Result, Stream } from "effect"
import * as fc from "fast-check"
import { type Checks, forAll } from "../Suite.ts"
import {
  funding,
  funds,
  instants,
  type Life,
  lives,
  type Move,
  newAccount,
  postable,
  write
} from "./BalanceMoves.ts"
import { listed } from "./listed.ts"
import { balancesOf, newPartnerId, start } from "./StoreSamples.ts"

/** The statement of a partner: which entries it has, that it adds up, and that any page of it says the same. */

const anything: BalanceEntryFilter = {}

const whole = (partnerId: PartnerId, now = start) =>
  Effect.map(
    listed(balanceEntryList, { partnerId }, { filter: anything, now, limit: 20_000 }),
    ({ items }) => items
  )

const textOf = (each: { readonly at: number; readonly kind: unknown; readonly amount: bigint }) =>
  `${each.at} ${each.kind} ${each.amount}`

/** That the entries are these, in order, and add up to the balance. */
const assertStatement = Effect.fnUntraced(function* (
  partnerId: PartnerId,
  items: ReadonlyArray<BalanceEntry>,
  moves: ReadonlyArray<Move>
) {
  assert.deepStrictEqual(
    items
      .map(({ amountMinor, createdAt, kind }) => textOf({ at: createdAt, kind, amount: amountMinor }))
      .sort(),
    moves.map(({ amount, at, listed: kind }) => textOf({ at, kind, amount })).sort()
  )
  assert.strictEqual(new Set(items.map(({ id }) => id)).size, items.length, "each id is one entry's")
  const ordered = items.toSorted(
    (one, other) => other.createdAt - one.createdAt || (one.id < other.id ? 1 : -1)
  )
  assert.deepStrictEqual(items, ordered)
  const { available } = yield* balancesOf(partnerId)
  assert.strictEqual(items[0]?.availableAfterMinor ?? 0n, available, "the newest leaves what is available")
  for (const [index, item] of items.entries()) {
    const before = items[index + 1]?.availableAfterMinor ?? 0n
    assert.strictEqual(item.availableAfterMinor, before + item.amountMinor, `entry ${index} adds up`)
  }
})

interface Request {
  readonly filter: BalanceEntryFilter
  readonly depth: number
  readonly limit: number
  readonly now: Instant
}

const requestsOver = (at: fc.Arbitrary<Instant>): fc.Arbitrary<Request> =>
  fc.record({
    filter: fc.record(
      { kind: fc.constantFrom(...balanceEntryKinds), from: at, to: at },
      { requiredKeys: [] }
    ),
    depth: fc.double({ min: 0, max: 1, noNaN: true }),
    limit: fc.integer({ min: 1, max: 40 }),
    now: at
  })

const matching = (
  items: ReadonlyArray<BalanceEntry>,
  { from = -Infinity, kind, to = Infinity }: BalanceEntryFilter
) =>
  items.filter((item) => (kind ?? item.kind) === item.kind && from <= item.createdAt && item.createdAt < to)

/** That the statement of any period has its entries, adds up, and joins what was available before and after it. */
const assertStatements = (
  partnerId: PartnerId,
  items: ReadonlyArray<BalanceEntry>,
  at: fc.Arbitrary<Instant>,
  runs: number
) =>
  forAll(
    fc.tuple(at, at).filter(([one, other]) => one !== other),
    ([one, other]) =>
      Effect.gen(function* () {
        const lists = yield* ListReader
        const period = { from: Math.min(one, other), to: Math.max(one, other) }
        const rows = [...(yield* Stream.runCollect(statementRows(lists, partnerId, period)))]
        const entries = matching(items, period).toReversed()
        const before = matching(items, { to: period.from })[0]?.availableAfterMinor ?? 0n
        const sums = new Map<string, { count: number; amountMinor: bigint }>()
        for (const { amountMinor, kind } of entries) {
          const sum = sums.get(kind) ?? { count: 0, amountMinor: 0n }
          sums.set(kind, { count: sum.count + 1, amountMinor: sum.amountMinor + amountMinor })
        }
        const [opening, closing] = [rows[0], rows.at(-1)]
        assert.deepStrictEqual(opening, { _tag: "opening", at: period.from, availableMinor: before })
        assert.deepStrictEqual(
          rows.flatMap((row) => (row._tag === "entry" ? [row.entry] : [])),
          entries
        )
        assert.deepStrictEqual(
          new Map(rows.flatMap((row) => (row._tag === "total" ? [[row.kind, row] as const] : []))),
          new Map(
            [...sums].map(([kind, sum]) => [
              kind,
              { _tag: "total", at: closing && closingAt(closing), kind, ...sum }
            ])
          )
        )
        const changed = entries.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)
        assert.deepInclude(closing, {
          _tag: "closing",
          count: entries.length,
          amountMinor: changed,
          availableMinor: before + changed
        })
        assert.strictEqual(before + changed, entries.at(-1)?.availableAfterMinor ?? before)
      }),
    runs
  )

const closingAt = (row: StatementRow): Instant | undefined => (row._tag === "closing" ? row.at : undefined)

/** That any page says what the whole statement says, the balance of the whole account with it. */
const assertPages = (
  partnerId: PartnerId,
  items: ReadonlyArray<BalanceEntry>,
  at: fc.Arbitrary<Instant>,
  runs: number
) =>
  forAll(
    requestsOver(at),
    ({ depth, filter, limit, now }) =>
      Effect.gen(function* () {
        const all = matching(items, filter)
        const page = 1 + Math.floor((depth * all.length) / limit)
        const found = yield* listed(balanceEntryList, { partnerId }, { filter, page, limit, now })
        assert.deepStrictEqual(found, {
          items: all.slice((page - 1) * limit, page * limit),
          total: all.length
        })
      }),
    runs
  )

export const balanceEntryChecks = {
  "a partner without entries has an empty statement": Effect.gen(function* () {
    assert.deepStrictEqual(yield* whole(yield* newPartnerId), [])
  }),

  "every change of available is an entry under its documented kind, and nothing else is": Effect.gen(
    function* () {
      const partnerId = yield* newAccount
      const all = ["payout.reserved", "fee only", ...postable] as const
      const moves = yield* write(
        partnerId,
        all.map((kind, index): Life => ({ kind, at: start + index, amount: BigInt(index + 1) }))
      )
      const items = yield* whole(partnerId)
      assert.deepStrictEqual(new Set(items.map(({ kind }) => kind)), new Set(balanceEntryKinds))
      yield* assertStatement(partnerId, items, [funding, ...moves])
      for (const { subjectId } of items) assert.match(subjectId, /^(subject|adj_)|^[0-9a-f-]{36}$/)
    }
  ),

  "an entry that is committed later, at an earlier instant, moves what came after it": Effect.gen(
    function* () {
      const partnerId = yield* newAccount
      const late = yield* write(partnerId, [{ kind: "transit.credited", at: start + 9_000, amount: 5n }])
      const early = yield* write(partnerId, [{ kind: "balance.adjusted", at: start + 4_000, amount: 2n }])
      const items = yield* whole(partnerId)
      assert.deepStrictEqual(
        items.map(({ availableAfterMinor }) => availableAfterMinor - funds),
        [3n, -2n, 0n]
      )
      yield* assertStatement(partnerId, items, [funding, ...late, ...early])
    }
  ),

  "any statement adds up, and any page of it under any filter says the same": Effect.gen(function* () {
    yield* forAll(
      fc.array(fc.array(lives, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 12 }),
      (commits) =>
        Effect.gen(function* () {
          const partnerId = yield* newAccount
          const moves = yield* Effect.forEach(commits, (each) => write(partnerId, each))
          const items = yield* whole(partnerId, start + 5 * millisPerDay)
          yield* assertStatement(partnerId, items, [funding, ...moves.flat()])
          yield* assertPages(partnerId, items, instants, 12)
          yield* assertStatements(partnerId, items, instants, 4)
        }),
      12
    )
  }),

  "commits at once, in any order of their instants, lose nothing": Effect.gen(function* () {
    const partnerId = yield* newAccount
    const commits = fc.sample(fc.array(lives, { minLength: 1, maxLength: 3 }), { seed: 11, numRuns: 200 })
    const moves = yield* Effect.forEach(commits, (each) => write(partnerId, each), { concurrency: 20 })
    const items = yield* whole(partnerId)
    yield* assertStatement(partnerId, items, [funding, ...moves.flat()])
  }),

  "a crowded hour adds up like any other": Effect.gen(function* () {
    const partnerId = yield* newAccount
    const size = 2 * crowdedCount
    const all = Array.from(
      { length: size },
      (_, index): Life => ({
        kind: postable[index % postable.length] ?? "balance.adjusted",
        at: start + Math.floor((index * millisPerHour) / size),
        amount: BigInt(1 + ((index * 7_919) % 1_000_003))
      })
    )
    const moves: Array<Move> = [funding]
    for (let first = 0; first < size; first += 500)
      moves.push(...(yield* write(partnerId, all.slice(first, first + 500))))
    moves.push(
      ...(yield* write(partnerId, [
        { kind: "payout.reserved", at: start + 10, amount: 4n },
        { kind: "payout.reserved", at: start + millisPerHour - 10, amount: 5n }
      ]))
    )
    const items = yield* whole(partnerId)
    yield* assertStatement(partnerId, items, moves)
    const within = fc.integer({ min: start - 1, max: start + millisPerHour + 1 })
    yield* assertPages(partnerId, items, within, 60)
    yield* assertStatements(partnerId, items, within, 2)
  }),

  "a statement that is read while money comes in has each entry once, and one that came too early stops it":
    Effect.gen(function* () {
      const lists = yield* ListReader
      const partnerId = yield* newAccount
      const lives = (size: number, at: Instant) =>
        Array.from(
          { length: size },
          (_, index): Life => ({ kind: "transit.credited", at: at + index, amount: 1n })
        )
      yield* write(partnerId, lives(1_200, start + 1))
      const read = (meanwhile: ReadonlyArray<Life>) => {
        let isWritten = false
        return Effect.result(
          Stream.runCollect(
            statementRows(lists, partnerId, { from: start + 1, to: start + millisPerDay }).pipe(
              Stream.tap((row) => {
                if (row._tag !== "entry" || isWritten) return Effect.void
                isWritten = true
                return write(partnerId, meanwhile)
              })
            )
          )
        )
      }
      const whileItGrows = yield* read(lives(701, start + 5_000))
      assert.isTrue(Result.isSuccess(whileItGrows))
      const rows = Result.getOrThrow(whileItGrows)
      const ids = rows.flatMap((row) => (row._tag === "entry" ? [row.entry.id] : []))
      assert.strictEqual(new Set(ids).size, 1_901)
      assert.strictEqual(ids.length, 1_901)
      assert.deepInclude(rows.at(-1), { availableMinor: funds + 1_901n, count: 1_901 })
      const moved = Result.flip(yield* read([{ kind: "balance.adjusted", at: start + 1, amount: 2n }]))
      assert.strictEqual(Result.getOrThrow(moved)._tag, "StatementMoved")
    }),

  "walked by cursor while money moves, each entry comes once, and each part adds up as of its own instant":
    Effect.gen(function* () {
      const lists = yield* ListReader
      const partnerId = yield* newAccount
      yield* write(partnerId, fc.sample(lives, { seed: 23, numRuns: 90 }))
      const more = fc.sample(lives, { seed: 24, numRuns: 90 })
      const there = yield* whole(partnerId)
      for (const filter of [{}, { kind: "payout.reserved" }] satisfies ReadonlyArray<BalanceEntryFilter>) {
        const seen: Array<string> = []
        let request: PageRequest | undefined = { page: 1, limit: 7 }
        while (request !== undefined) {
          const { items, nextCursor }: Page<BalanceEntry> = yield* lists.page<
            BalanceEntry,
            ListOwner,
            BalanceEntryFilter
          >(balanceEntryList, { partnerId }, filter, request, start)
          const now = new Map((yield* whole(partnerId)).map((entry) => [entry.id, entry]))
          for (const item of items) assert.deepStrictEqual(item, now.get(item.id))
          seen.push(...items.map(({ id }) => id))
          yield* write(partnerId, more.splice(0, 3))
          request = nextCursor === null ? undefined : { cursor: nextCursor, limit: 7 }
        }
        assert.strictEqual(new Set(seen).size, seen.length, "none twice")
        const known = new Set(there.map(({ id }) => id))
        assert.deepStrictEqual(
          seen.filter((id) => known.has(id)),
          matching(there, filter).map(({ id }) => id)
        )
      }
    }),

  "a stream has the balance after each entry too": Effect.gen(function* () {
    const lists = yield* ListReader
    const partnerId = yield* newAccount
    yield* write(partnerId, fc.sample(lives, { seed: 5, numRuns: 600 }))
    const items = yield* whole(partnerId)
    assert.isAbove(items.length, 300)
    const stream = lists.stream(balanceEntryList, { partnerId }, anything, start)
    assert.deepStrictEqual([...(yield* Stream.runCollect(stream))], [...items])
  }),

  "an entry keeps its id, whatever is written at the same instant afterwards": Effect.gen(function* () {
    const [own, other] = [yield* newAccount, yield* newAccount]
    const known = new Map<bigint, string>()
    for (let amount = 1n; amount <= 12n; amount++) {
      for (const kind of ["transit.credited", "balance.adjusted", "payout.reserved"] as const) {
        const written = { kind, at: start + 5, amount }
        yield* write(own, [written])
        yield* write(other, [written])
      }
      const items = (yield* whole(own)).filter(({ kind }) => kind === "transit.credited")
      for (const { amountMinor, id } of items) {
        assert.strictEqual(known.get(amountMinor) ?? id, id)
        known.set(amountMinor, id)
      }
      assert.strictEqual(BigInt(known.size), amount)
    }
  }),

  "a statement has only what is its partner's": Effect.gen(function* () {
    const [own, other] = [yield* newAccount, yield* newAccount]
    yield* write(other, [{ kind: "transit.credited", at: start, amount: 1n }])
    yield* assertStatement(own, yield* whole(own), [funding])
  })
} satisfies Checks<StorePorts | Ids>
