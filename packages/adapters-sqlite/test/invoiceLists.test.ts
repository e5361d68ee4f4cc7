import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { SqliteStore } from "@quittance/adapters-sqlite"
import {
  fiatCurrencies,
  invoiceAsOf,
  type InvoiceFilter,
  InvoiceReader,
  invoiceStatuses,
  type IssuedInvoice,
  millisPerDay,
  millisPerHour,
  millisPerMinute
} from "@quittance/core"
import { Context, Effect, Layer, Stream } from "effect"
import { now, partnerId, start, writeHistory } from "./invoiceHistory.ts"
import { temporaryFolder } from "@quittance/testing"

const store = SqliteStore.layer({ filename: join(temporaryFolder(), "store.db"), mode: "sandbox" })

class History extends Context.Service<History, ReadonlyArray<IssuedInvoice>>()("History") {
  static readonly layer = Layer.provideMerge(Layer.effect(History, writeHistory), store)
}

const midnight = start - (start % millisPerDay)

/** Ranges whose bounds fall on days, hours, quarters and nothing, wide and narrow, open and empty. */
const ranges: ReadonlyArray<InvoiceFilter> = [
  {},
  { from: midnight + 2 * millisPerDay },
  { to: midnight + 40 * millisPerDay },
  { from: midnight + 3 * millisPerDay, to: midnight + 44 * millisPerDay },
  { from: midnight + 5 * millisPerHour, to: midnight + 41 * millisPerDay + 7 * millisPerHour },
  { from: midnight + 345 * millisPerMinute, to: midnight + 30 * millisPerDay + 1_005 * millisPerMinute },
  { from: start + 86_399_999, to: start + 35 * millisPerDay + 1 },
  { from: start + 9 * millisPerDay + 123_456, to: start + 9 * millisPerDay + 11 * millisPerHour },
  { from: start + 20 * millisPerDay, to: start + 20 * millisPerDay + 2 * millisPerMinute },
  { from: start + 60 * millisPerDay },
  { from: start + 3 * millisPerDay, to: start + 2 * millisPerDay }
]

const filters: ReadonlyArray<InvoiceFilter> = [undefined, ...invoiceStatuses].flatMap((status) =>
  [undefined, ...fiatCurrencies].flatMap((currency) =>
    ranges.map((range) => ({
      ...range,
      ...(status === undefined ? {} : { status }),
      ...(currency === undefined ? {} : { currency })
    }))
  )
)

/** The list as it is by the words of the port: looked through and sorted. */
const listed = (history: ReadonlyArray<IssuedInvoice>, filter: InvoiceFilter): ReadonlyArray<string> =>
  history
    .filter(
      (invoice) =>
        (filter.status === undefined || invoiceAsOf(invoice, now)._tag === filter.status) &&
        (filter.currency === undefined || invoice.order.currency === filter.currency) &&
        invoice.order.createdAt >= (filter.from ?? -Infinity) &&
        invoice.order.createdAt < (filter.to ?? Infinity)
    )
    .map(({ order }) => order)
    .sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1))
    .map(({ id }) => id)

/** The first pages, the last ones, one beyond the end, and pages all over the rest. */
const pagesOf = (total: number, limit: number): ReadonlyArray<number> => {
  const last = Math.max(1, Math.ceil(total / limit))
  const within = [0.1, 0.3, 0.45, 0.6, 0.75, 0.9].map((part) => Math.max(1, Math.round(last * part)))
  return [...new Set([1, 2, ...within, last, last + 1])]
}

it.layer(History.layer, { timeout: 60_000 })("a list of thousands that nobody swept", (layered) => {
  layered.effect("is as sorted by hand, on every page of every filter", () =>
    Effect.gen(function* () {
      const reader = yield* InvoiceReader
      const history = yield* History
      for (const filter of filters) {
        const expected = listed(history, filter)
        const limit = 11
        for (const page of pagesOf(expected.length, limit)) {
          const { items, total } = yield* reader.list(partnerId, filter, { page, limit }, now)
          const slice = expected.slice((page - 1) * limit, page * limit)
          const name = `${JSON.stringify(filter)} page ${page}`
          assert.deepStrictEqual(
            items.map(({ order }) => order.id),
            slice,
            name
          )
          assert.strictEqual(total, expected.length, name)
        }
      }
    })
  )

  layered.effect("is streamed whole and in its order", () =>
    Effect.gen(function* () {
      const reader = yield* InvoiceReader
      const history = yield* History
      for (const filter of filters) {
        const invoices = yield* Stream.runCollect(reader.stream(partnerId, filter, now))
        assert.deepStrictEqual(
          invoices.map(({ order }) => order.id),
          [...listed(history, filter)],
          JSON.stringify(filter)
        )
      }
    })
  )

  layered.effect("tells the invoices that are due, the earliest first", () =>
    Effect.gen(function* () {
      const reader = yield* InvoiceReader
      const history = yield* History
      const due = history
        .filter(({ _tag, order }) => _tag === "pending" && order.expiresAt <= now)
        .map(({ order }) => order)
        .sort((a, b) => a.expiresAt - b.expiresAt || (a.id < b.id ? -1 : 1))
      const found = yield* reader.due(partnerId, now, 100)
      assert.isAbove(due.length, 200)
      assert.deepStrictEqual(
        found.map(({ state, version }) => [state.order.id, version]),
        due.slice(0, 100).map(({ id }) => [id, 1])
      )
    })
  )
})
