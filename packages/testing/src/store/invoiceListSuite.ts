import { assert } from "@effect/vitest"
import {
  FiatCurrency,
  type Ids,
  type InvoiceFilter,
  InvoiceReader,
  invoiceStatuses,
  type IssuedInvoice,
  millisPerDay,
  millisPerMinute,
  type PartnerId,
  type StorePorts
} from "@quittance/core"
import { Effect, Stream } from "effect"
import * as fc from "fast-check"
import { invoiceHistory } from "./InvoiceHistory.ts"
import { type Checks, forAll, suiteOf } from "../Suite.ts"
import { changingInvoice, invoiceIn, issuingInvoice, issuingInvoices, newInvoice } from "./InvoiceSamples.ts"
import { commit, newPartnerId, start } from "./StoreSamples.ts"

/**
 * Lists of fiat invoices: order, pages, filters and totals. No sweeper runs here, so whatever is due has to be told from the
 * clock alone.
 */

const list = Effect.fnUntraced(function* (
  partnerId: PartnerId,
  filter: InvoiceFilter = {},
  page = 1,
  limit = 100,
  now = start
) {
  const invoices = yield* InvoiceReader
  return yield* invoices.list(partnerId, filter, { page, limit }, now)
})

const idsOf = (invoices: ReadonlyArray<IssuedInvoice>) => invoices.map(({ order }) => order.id)

/** What the list has to be, said without the product's words. */
const expected = (
  all: ReadonlyArray<IssuedInvoice>,
  { currency, from = Number.NEGATIVE_INFINITY, status, to = Number.POSITIVE_INFINITY }: InvoiceFilter,
  now: number
): ReadonlyArray<IssuedInvoice> =>
  all
    .filter(({ _tag, order }) => {
      const shown = _tag === "pending" && order.expiresAt <= now ? "expired" : _tag
      const isMeant = (status ?? shown) === shown && (currency ?? order.currency) === order.currency
      return isMeant && from <= order.createdAt && order.createdAt < to
    })
    .toSorted((a, b) => b.order.createdAt - a.order.createdAt || (a.order.id < b.order.id ? 1 : -1))

/** Every filter, any page of it, at any time; bounds are often the creation of an invoice, and now its expiry. */
const requests = (invoices: ReadonlyArray<IssuedInvoice>) => {
  const created = invoices.map(({ order }) => order.createdAt)
  const expiring = invoices.map(({ order }) => order.expiresAt)
  const near = (instants: ReadonlyArray<number>) =>
    fc.tuple(fc.constantFrom(...instants), fc.integer({ min: -1, max: 1 })).map(([at, off]) => at + off)
  const bound = fc.oneof(
    fc.integer({ min: Math.min(...created) - 1_000, max: Math.max(...created) + 1_000 }),
    near(created),
    fc.constantFrom(...created)
  )
  return fc.record({
    filter: fc.record(
      {
        status: fc.constantFrom(...invoiceStatuses),
        currency: fc.constantFrom(...FiatCurrency.literals),
        from: bound,
        to: bound
      },
      { requiredKeys: [] }
    ),
    limit: fc.oneof(fc.integer({ min: 1, max: 7 }), fc.constantFrom(20, 100)),
    page: fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 60 })),
    now: fc.oneof(bound, near(expiring))
  })
}

/** A partner with a history of some hundred invoices, written change by change. */
const newHistory = Effect.gen(function* () {
  const partnerId = yield* newPartnerId
  const history = yield* invoiceHistory(partnerId, { seed: 4, count: 300 })
  for (const each of history.commits) yield* commit(each)
  return { partnerId, invoices: history.invoices }
})

export const invoiceListChecks = {
  "the newest come first: creation instant, then id": Effect.gen(function* () {
    const partnerId = yield* newPartnerId
    const early = yield* newInvoice(partnerId, { createdAt: start })
    const sameA = yield* newInvoice(partnerId, { createdAt: start + 5 })
    const sameB = yield* newInvoice(partnerId, { createdAt: start + 5, currency: "RUB" })
    const late = yield* newInvoice(partnerId, { createdAt: start + 9, currency: "KZT" })
    for (const invoice of [sameB, late, early, sameA]) yield* commit(yield* issuingInvoice(invoice))
    const { items, total } = yield* list(partnerId)
    const [lower, higher] = [sameA.order.id, sameB.order.id].sort()
    assert.deepStrictEqual(idsOf(items), [late.order.id, higher, lower, early.order.id])
    assert.strictEqual(total, 4)
  }),

  "pages divide the list; a page past the end is empty and knows the total": Effect.gen(function* () {
    const partnerId = yield* newPartnerId
    const invoices = yield* Effect.forEach([0, 1, 2, 0, 1, 2, 0], (after) =>
      newInvoice(partnerId, { createdAt: start + after })
    )
    yield* commit(yield* issuingInvoices(invoices))
    const pages = yield* Effect.forEach([1, 2, 3, 4], (page) => list(partnerId, {}, page, 3))
    assert.deepStrictEqual(
      pages.map(({ items }) => items.length),
      [3, 3, 1, 0]
    )
    assert.deepStrictEqual(
      pages.flatMap(({ items }) => items),
      expected(invoices, {}, start)
    )
    assert.deepStrictEqual(
      pages.map(({ total }) => total),
      [7, 7, 7, 7]
    )
    assert.deepStrictEqual(yield* list(partnerId, {}, 1_000_000, 100), { items: [], total: 7 })
    assert.deepStrictEqual(yield* list(yield* newPartnerId), { items: [], total: 0 })
  }),

  "each status finds its invoices, as they are now": Effect.gen(function* () {
    const partnerId = yield* newPartnerId
    for (const status of invoiceStatuses) {
      const invoice = yield* newInvoice(partnerId)
      yield* commit(yield* issuingInvoice(invoice))
      if (status !== "pending") yield* commit(yield* changingInvoice(invoice, invoiceIn(status, invoice), 1))
    }
    for (const status of invoiceStatuses) {
      const { items, total } = yield* list(partnerId, { status })
      assert.deepStrictEqual(
        items.map(({ _tag }) => _tag),
        [status]
      )
      assert.strictEqual(total, 1)
    }
  }),

  "an invoice that is due counts as expired though nobody recorded it, and is answered as recorded":
    Effect.gen(function* () {
      const partnerId = yield* newPartnerId
      const pending = yield* newInvoice(partnerId)
      const expired = invoiceIn("expired", yield* newInvoice(partnerId, { createdAt: start - 1 }))
      yield* commit(yield* issuingInvoices([pending, expired]))
      const { expiresAt } = pending.order
      const at = (status: "pending" | "expired", now: number) => list(partnerId, { status }, 1, 100, now)
      assert.deepStrictEqual(yield* at("pending", expiresAt - 1), { items: [pending], total: 1 })
      assert.deepStrictEqual(yield* at("expired", expiresAt - 1), { items: [expired], total: 1 })
      assert.deepStrictEqual(yield* at("pending", expiresAt), { items: [], total: 0 })
      assert.deepStrictEqual(yield* at("expired", expiresAt), { items: [pending, expired], total: 2 })
    }),

  "from is inclusive, to is exclusive, to the millisecond": Effect.gen(function* () {
    const partnerId = yield* newPartnerId
    const created = yield* Effect.forEach([0, 1, 2, 3], (after) =>
      newInvoice(partnerId, { createdAt: start + after })
    )
    yield* commit(yield* issuingInvoices(created))
    const [first, second, third, fourth] = idsOf(created)
    const found = Effect.fnUntraced(function* (filter: InvoiceFilter) {
      const { items, total } = yield* list(partnerId, filter)
      assert.strictEqual(total, items.length)
      return idsOf(items)
    })
    assert.deepStrictEqual(yield* found({ from: start + 1 }), [fourth, third, second])
    assert.deepStrictEqual(yield* found({ to: start + 2 }), [second, first])
    assert.deepStrictEqual(yield* found({ from: start + 1, to: start + 3 }), [third, second])
    assert.deepStrictEqual(yield* found({ from: start + 2, to: start + 2 }), [])
    assert.deepStrictEqual(yield* found({ from: start + 3, to: start }), [])
    assert.deepStrictEqual(
      yield* found({ from: start - 400 * millisPerDay, to: start + 400 * millisPerDay }),
      [fourth, third, second, first]
    )
  }),

  "any filter, page and instant gives what looking at every invoice gives": Effect.gen(function* () {
    const { invoices, partnerId } = yield* newHistory
    yield* forAll(
      requests(invoices),
      ({ filter, limit, now, page }) =>
        Effect.gen(function* () {
          const all = expected(invoices, filter, now)
          const found = yield* list(partnerId, filter, page, limit, now)
          assert.strictEqual(found.total, all.length)
          assert.deepStrictEqual(found.items, all.slice((page - 1) * limit, page * limit))
        }),
      400
    )
  }),

  "a stream is the whole list of the same filter": Effect.gen(function* () {
    const reader = yield* InvoiceReader
    const { invoices, partnerId } = yield* newHistory
    const isStreamed = Effect.fnUntraced(function* (filter: InvoiceFilter, now: number) {
      const streamed = yield* Stream.runCollect(reader.stream(partnerId, filter, now))
      assert.deepStrictEqual([...streamed], expected(invoices, filter, now))
    })
    yield* isStreamed({}, start)
    yield* forAll(requests(invoices), ({ filter, now }) => isStreamed(filter, now), 40)
  }),

  "a thousand invoices of one commit and one instant are listed, paged and streamed whole": Effect.gen(
    function* () {
      const reader = yield* InvoiceReader
      const partnerId = yield* newPartnerId
      const invoices = yield* Effect.forEach(Array.from({ length: 1_000 }), () => newInvoice(partnerId))
      yield* commit(yield* issuingInvoices(invoices))
      const all = idsOf(expected(invoices, {}, start))
      assert.deepStrictEqual(idsOf([...(yield* Stream.runCollect(reader.stream(partnerId, {}, start)))]), all)
      const deep = yield* list(partnerId, { status: "pending", currency: "USD" }, 98, 10)
      assert.deepStrictEqual([deep.total, idsOf(deep.items)], [1_000, all.slice(970, 980)])
      // Taking a few needs no more than a few.
      const few = yield* Stream.runCollect(Stream.take(reader.stream(partnerId, {}, start), 3))
      assert.deepStrictEqual(idsOf([...few]), all.slice(0, 3))
      const expired = yield* list(partnerId, { status: "expired" }, 1, 1, start + millisPerDay)
      assert.strictEqual(expired.total, 1_000)
    }
  ),

  "a stream goes on, newest first and none twice, while invoices are issued": Effect.gen(function* () {
    const reader = yield* InvoiceReader
    const partnerId = yield* newPartnerId
    const old = yield* Effect.forEach(Array.from({ length: 700 }), (_, index) =>
      newInvoice(partnerId, { createdAt: start - (index % 50) * millisPerMinute })
    )
    yield* commit(yield* issuingInvoices(old))
    const seen: Array<string> = []
    yield* Stream.runForEach(reader.stream(partnerId, {}, start), ({ order }) =>
      Effect.gen(function* () {
        if (seen.length % 100 === 0)
          yield* commit(yield* issuingInvoice(yield* newInvoice(partnerId, { createdAt: start + 1 })))
        seen.push(order.id)
      })
    )
    const known = new Set(idsOf(old))
    assert.strictEqual(new Set(seen).size, seen.length, "none twice")
    assert.deepStrictEqual(
      seen.filter((id) => known.has(id)),
      idsOf(expected(old, {}, start))
    )
  })
} satisfies Checks<StorePorts | Ids>

export const invoiceListSuite = suiteOf<StorePorts>("lists of fiat invoices", invoiceListChecks)
