import { assert } from "@effect/vitest"
import type { Ids, StorePorts } from "@quittance/core"
import {
  AnalyticsReader,
  bucketStart,
  FiatCurrency,
  type FiguresAnswer,
  type FiguresRequest,
  type InvoiceFigures,
  type IssuedInvoice,
  millisPerDay,
  millisPerHour,
  millisPerMinute
} from "@quittance/core/adapter"
import { Effect } from "effect"
import * as fc from "fast-check"
import { type Checks, forAll, suiteOf, triedOf } from "../Suite.ts"
import { invoiceHistory } from "./InvoiceHistory.ts"
import { changingInvoice, invoiceIn, issuingInvoice, issuingInvoices, newInvoice } from "./InvoiceSamples.ts"
import { commit, newPartnerId, start } from "./StoreSamples.ts"

/**
 * Sums over invoices, compared with a fold over the invoices that were written. The store may keep any roll-ups; the
 * requested boundaries are aligned to none of them, and no sweeper runs.
 */

const ask = Effect.fnUntraced(function* (request: FiguresRequest) {
  const analytics = yield* AnalyticsReader
  return inOrder(yield* analytics.figures(request))
})

/** No order is promised. */
const inOrder = ({ banks, periods }: FiguresAnswer): FiguresAnswer => ({
  periods: periods.toSorted((a, b) => a.index - b.index || byText(a.currency, b.currency)),
  banks: banks.toSorted((a, b) => byText(a.currency, b.currency) || byText(a.bank, b.bank))
})

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const statusAt = (invoice: IssuedInvoice, now: number) =>
  invoice._tag === "pending" && invoice.order.expiresAt <= now ? "expired" : invoice._tag

const figuresOf = (invoices: ReadonlyArray<IssuedInvoice>, now: number): InvoiceFigures => {
  const statuses = invoices.map((invoice) => statusAt(invoice, now))
  const countOf = (status: string): number => statuses.filter((each) => each === status).length
  return {
    created: invoices.length,
    paid: countOf("paid"),
    expired: countOf("expired"),
    cancelled: countOf("cancelled"),
    paidMinor: invoices
      .filter(({ _tag }) => _tag === "paid")
      .reduce((sum, { order }) => sum + order.amountMinor, 0n)
  }
}

/** The answer as a fold over every invoice of the partner. It is slow, and short enough to be trusted. */
const folded = (all: ReadonlyArray<IssuedInvoice>, request: FiguresRequest): FiguresAnswer => {
  const { boundaries, currency, now } = request
  const between = (from: number, to: number, of: FiatCurrency) =>
    all.filter(({ order }) => order.currency === of && order.createdAt >= from && order.createdAt < to)
  const currencies = currency === undefined ? FiatCurrency.literals : [currency]
  const periods = boundaries.slice(1).flatMap((to, index) =>
    currencies
      .map((of) => ({
        index,
        currency: of,
        figures: figuresOf(between(boundaries[index] ?? to, to, of), now)
      }))
      .filter(({ figures }) => figures.created > 0)
  )
  const banks = currencies.flatMap((of) => {
    const paid = between(boundaries[0] ?? 0, boundaries.at(-1) ?? 0, of).filter(({ _tag }) => _tag === "paid")
    const bankOf = (invoice: IssuedInvoice) => (invoice._tag === "paid" ? invoice.receipt.payerBank : "")
    return [...new Set(paid.map(bankOf))].map((bank) => {
      const its = paid.filter((invoice) => bankOf(invoice) === bank)
      const paidMinor = its.reduce((sum, { order }) => sum + order.amountMinor, 0n)
      return { currency: of, bank, paid: its.length, paidMinor }
    })
  })
  return inOrder({ periods, banks })
}

/**
 * Ascending instants: random ones, whole hours or days, and those of invoices themselves, give or take a millisecond.
 */
const requests = (instants: ReadonlyArray<number>) => {
  const anyInstant = fc.integer({ min: start - 3 * millisPerDay, max: start + 3 * millisPerDay })
  const boundary = fc.oneof(
    anyInstant,
    anyInstant.map((at) => bucketStart("quarter", at)),
    anyInstant.map((at) => bucketStart("hour", at)),
    anyInstant.map((at) => bucketStart("day", at)),
    fc.tuple(fc.constantFrom(...instants), fc.integer({ min: -1, max: 1 })).map(([at, off]) => at + off),
    fc.integer({ min: start - 400 * millisPerDay, max: start })
  )
  return fc.record({
    boundaries: fc
      .uniqueArray(boundary, { minLength: 2, maxLength: 40 })
      .map((all) => all.toSorted((a, b) => a - b)),
    currency: fc.option(fc.constantFrom(...FiatCurrency.literals), { nil: undefined }),
    now: fc.oneof(anyInstant, fc.constantFrom(...instants))
  })
}

/** `steps` boundaries of equal distance from `from` on. */
const evenly = (from: number, width: number, steps: number): ReadonlyArray<number> =>
  Array.from({ length: steps + 1 }, (_, index) => from + index * width)

const newHistory = Effect.fnUntraced(function* (seed: number) {
  const partnerId = yield* newPartnerId
  const { commits, invoices } = yield* invoiceHistory(partnerId, { seed, count: yield* triedOf(300) })
  for (const each of commits) yield* commit(each)
  return { partnerId, invoices }
})

export const analyticsReaderChecks = {
  "figures of any periods are the sums over the invoices created in them": Effect.gen(function* () {
    const { invoices, partnerId } = yield* newHistory(1)
    // Another partner of the same days: nothing of it may show.
    yield* newHistory(2)
    const instants = invoices.flatMap(({ order }) => [order.createdAt, order.expiresAt])
    yield* forAll(
      requests(instants),
      ({ boundaries, currency, now }) =>
        Effect.gen(function* () {
          const request = { partnerId, boundaries, now, ...(currency === undefined ? {} : { currency }) }
          assert.deepStrictEqual(yield* ask(request), folded(invoices, request))
        }),
      300
    )
  }),

  "a year by the day, a week by the hour and a day by odd minutes are exact, in any zone's offset":
    Effect.gen(function* () {
      const { invoices, partnerId } = yield* newHistory(3)
      const offsets = [0, 5.5 * millisPerHour, 5.75 * millisPerHour, -9.5 * millisPerHour, 61_003]
      for (const offset of offsets) {
        for (const boundaries of [
          evenly(start - 363 * millisPerDay + offset, millisPerDay, 366),
          evenly(start - 3 * millisPerDay + offset, millisPerHour, 168),
          evenly(start + offset, 7 * millisPerMinute, 200)
        ]) {
          const request = { partnerId, boundaries, now: start + offset }
          assert.deepStrictEqual(yield* ask(request), folded(invoices, request))
        }
      }
    }),

  "figures change with every commit that changes an invoice": Effect.gen(function* () {
    const partnerId = yield* newPartnerId
    const { commits } = yield* invoiceHistory(partnerId, { seed: 5, count: 25 })
    const states = new Map<string, IssuedInvoice>()
    const boundaries = [start - 400 * millisPerDay, start - 1, start + 3 * millisPerDay]
    for (const each of commits) {
      yield* commit(each)
      for (const write of each.aggregates)
        if (write._tag === "Invoice") states.set(write.state.order.id, write.state)
      const request = { partnerId, boundaries, now: start }
      assert.deepStrictEqual(yield* ask(request), folded([...states.values()], request))
    }
  }),

  "an invoice belongs to the period that begins at its instant, not to the one that ends there": Effect.gen(
    function* () {
      const partnerId = yield* newPartnerId
      yield* commit(yield* issuingInvoice(invoiceIn("paid", yield* newInvoice(partnerId))))
      const indexOf = (boundaries: ReadonlyArray<number>) =>
        Effect.map(ask({ partnerId, boundaries, now: start }), ({ banks, periods }) => ({
          index: periods.map(({ index }) => index),
          banks: banks.length
        }))
      assert.deepStrictEqual(yield* indexOf([start - 1, start, start + 1]), { index: [1], banks: 1 })
      assert.deepStrictEqual(yield* indexOf([start - 1, start]), { index: [], banks: 0 })
      assert.deepStrictEqual(yield* indexOf([start + 1, start + 2]), { index: [], banks: 0 })
      assert.deepStrictEqual(yield* indexOf([start, start + 1]), { index: [0], banks: 1 })
    }
  ),

  "what is due counts as expired in the period of its creation, recorded or not": Effect.gen(function* () {
    const partnerId = yield* newPartnerId
    const invoice = yield* newInvoice(partnerId)
    const { expiresAt } = invoice.order
    yield* commit(yield* issuingInvoice(invoice))
    const expiredAt = (now: number) =>
      Effect.map(ask({ partnerId, boundaries: [start, start + 1, expiresAt + 1], now }), ({ periods }) =>
        periods.map(({ figures, index }) => [index, figures.created, figures.expired])
      )
    assert.deepStrictEqual(yield* expiredAt(expiresAt - 1), [[0, 1, 0]])
    assert.deepStrictEqual(yield* expiredAt(expiresAt), [[0, 1, 1]])
    yield* commit(yield* changingInvoice(invoice, invoiceIn("expired", invoice), 1))
    assert.deepStrictEqual(yield* expiredAt(expiresAt), [[0, 1, 1]], "counted once")
  }),

  "changes of one bucket made at once all count": Effect.gen(function* () {
    const partnerId = yield* newPartnerId
    const invoices = yield* Effect.forEach(Array.from({ length: 50 }), () => newInvoice(partnerId))
    yield* Effect.forEach(invoices, (invoice) => Effect.flatMap(issuingInvoice(invoice), commit), {
      concurrency: "unbounded"
    })
    const paying = invoices.map((invoice) => changingInvoice(invoice, invoiceIn("paid", invoice), 1))
    yield* Effect.forEach(paying, (pay) => Effect.flatMap(pay, commit), { concurrency: "unbounded" })
    const { banks, periods } = yield* ask({ partnerId, boundaries: [start, start + 1], now: start })
    const paidMinor = 50n * 2_500n
    assert.deepStrictEqual(periods, [
      { index: 0, currency: "USD", figures: { created: 50, paid: 50, expired: 0, cancelled: 0, paidMinor } }
    ])
    assert.deepStrictEqual(banks, [{ currency: "USD", bank: "Aqbank", paid: 50, paidMinor }])
  }),

  "of racing payments of one invoice, one counts": Effect.gen(function* () {
    const partnerId = yield* newPartnerId
    const invoice = yield* newInvoice(partnerId)
    yield* commit(yield* issuingInvoice(invoice))
    const racing = Array.from({ length: 10 }, (_, index) =>
      Effect.exit(Effect.flatMap(changingInvoice(invoice, invoiceIn("paid", invoice, `${index}`), 1), commit))
    )
    yield* Effect.all(racing, { concurrency: "unbounded" })
    const { banks, periods } = yield* ask({ partnerId, boundaries: [start, start + 1], now: start })
    assert.deepStrictEqual(
      periods.map(({ figures }) => figures.paid),
      [1]
    )
    assert.deepStrictEqual(
      banks.map(({ paid }) => paid),
      [1]
    )
  }),

  "sums of large amounts are exact": Effect.gen(function* () {
    const partnerId = yield* newPartnerId
    const amountMinor = 9_007_199_254_740_993n
    const invoices = yield* Effect.forEach(Array.from({ length: 101 }), () =>
      Effect.map(newInvoice(partnerId, { amountMinor }), (invoice) => invoiceIn("paid", invoice))
    )
    yield* commit(yield* issuingInvoices(invoices))
    const { banks, periods } = yield* ask({ partnerId, boundaries: [start, start + 1], now: start })
    const wide = yield* ask({
      partnerId,
      boundaries: [bucketStart("day", start), bucketStart("day", start) + millisPerDay],
      now: start
    })
    for (const sum of [periods[0]?.figures.paidMinor, banks[0]?.paidMinor, wide.banks[0]?.paidMinor])
      assert.strictEqual(sum, 101n * amountMinor)
  }),

  "a partner without invoices has no figures": Effect.gen(function* () {
    const boundaries = evenly(start - 10 * millisPerDay, millisPerDay, 20)
    const answer = yield* ask({ partnerId: yield* newPartnerId, boundaries, now: start })
    assert.deepStrictEqual(answer, { periods: [], banks: [] })
  })
} satisfies Checks<StorePorts | Ids>

export const analyticsReaderSuite = suiteOf<StorePorts>("analytics", analyticsReaderChecks)
