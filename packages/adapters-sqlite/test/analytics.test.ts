import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { SqliteStore } from "@quittance/adapters-sqlite"
import {
  AnalyticsReader,
  addFigures,
  type FiatCurrency,
  type FiguresAnswer,
  fiatCurrencies,
  type Instant,
  type InvoiceFigures,
  type IssuedInvoice,
  invoiceAsOf,
  millisPerDay,
  millisPerHour,
  millisPerMinute,
  zeroFigures
} from "@quittance/core/adapter"
import { temporaryFolder } from "@quittance/testing"
import { Context, Effect, Layer, Random } from "effect"
import { now, partnerId, start, writeHistory } from "./invoiceHistory.ts"

const store = SqliteStore.layer({ filename: join(temporaryFolder(), "store.db"), mode: "sandbox" })

class History extends Context.Service<History, ReadonlyArray<IssuedInvoice>>()("History") {
  static readonly layer = Layer.provideMerge(Layer.effect(History, writeHistory), store)
}

interface Asked {
  readonly boundaries: ReadonlyArray<Instant>
  readonly currency: FiatCurrency | undefined
}

/** The figures as they are by the words of the port: every invoice looked at. */
const folded = (history: ReadonlyArray<IssuedInvoice>, { boundaries, currency }: Asked): FiguresAnswer => {
  const periods = new Map<string, FiguresAnswer["periods"][number]>()
  const banks = new Map<string, FiguresAnswer["banks"][number]>()
  for (const invoice of history.map((each) => invoiceAsOf(each, now))) {
    const { order } = invoice
    const index = boundaries.findLastIndex((boundary) => boundary <= order.createdAt)
    if (index < 0 || index === boundaries.length - 1) continue
    if (currency !== undefined && order.currency !== currency) continue
    const key = `${index} ${order.currency}`
    const sum = periods.get(key)?.figures ?? zeroFigures
    periods.set(key, { index, currency: order.currency, figures: addFigures(sum, figuresOf(invoice)) })
    if (invoice._tag !== "paid") continue
    const bank = invoice.receipt.payerBank
    const taken = banks.get(`${order.currency} ${bank}`)
    banks.set(`${order.currency} ${bank}`, {
      currency: order.currency,
      bank,
      paid: (taken?.paid ?? 0) + 1,
      paidMinor: (taken?.paidMinor ?? 0n) + order.amountMinor
    })
  }
  return { periods: [...periods.values()], banks: [...banks.values()] }
}

const figuresOf = ({ _tag, order }: IssuedInvoice): InvoiceFigures => ({
  created: 1,
  paid: _tag === "paid" ? 1 : 0,
  expired: _tag === "expired" ? 1 : 0,
  cancelled: _tag === "cancelled" ? 1 : 0,
  paidMinor: _tag === "paid" ? order.amountMinor : 0n
})

const sorted = ({ banks, periods }: FiguresAnswer) => ({
  periods: [...periods].sort((a, b) => a.index - b.index || (a.currency < b.currency ? -1 : 1)),
  banks: [...banks].sort((a, b) => (`${a.currency} ${a.bank}` < `${b.currency} ${b.bank}` ? -1 : 1))
})

const every = (from: Instant, width: number, count: number): ReadonlyArray<Instant> =>
  Array.from({ length: count + 1 }, (_, index) => from + index * width)

const midnight = start - (start % millisPerDay)

const regular: ReadonlyArray<ReadonlyArray<Instant>> = [
  every(midnight, millisPerDay, 60),
  // Days of Kathmandu, which is 5:45 ahead.
  every(midnight - 345 * millisPerMinute, millisPerDay, 60),
  // The wall clock is put forward: one local day has 23 hours.
  [
    ...every(midnight, millisPerDay, 20),
    ...every(midnight + 21 * millisPerDay - millisPerHour, millisPerDay, 9)
  ],
  every(midnight, 7 * millisPerDay, 8),
  every(midnight + 3 * millisPerDay, millisPerHour, 7 * 24),
  every(midnight, 15 * millisPerMinute, 500),
  every(start, 86_399_977, 50),
  every(start + 4 * millisPerDay, 61_003, 400),
  [start + 5, start + 6],
  [midnight + 7 * millisPerMinute, midnight + 8 * millisPerMinute, midnight + 50 * millisPerDay],
  [midnight - 100 * millisPerDay, midnight - 90 * millisPerDay]
]

const drawnBoundaries = Effect.gen(function* () {
  const count = 2 + Math.floor((yield* Random.next) ** 3 * 300)
  const span = Math.exp((yield* Random.next) * Math.log(55 * millisPerDay)) + count
  const from = start + ((yield* Random.next) - 0.1) * 50 * millisPerDay
  const instants = yield* Effect.replicateEffect(
    Effect.map(Random.next, (draw) => Math.floor(from + draw * span)),
    count
  )
  const ascending = [...new Set(instants)].sort((a, b) => a - b)
  return ascending.length < 2 ? [Math.floor(from), Math.floor(from) + 1] : ascending
})

it.layer(History.layer)("figures of a history that nobody swept", (layered) => {
  const holdFor = Effect.fnUntraced(function* (asked: Asked) {
    const reader = yield* AnalyticsReader
    const { boundaries, currency } = asked
    const answer = yield* reader.figures({
      partnerId,
      boundaries,
      now,
      ...(currency === undefined ? {} : { currency })
    })
    assert.deepStrictEqual(sorted(answer), sorted(folded(yield* History, asked)), JSON.stringify(asked))
  })

  layered.effect("are those of every single invoice, for periods of every kind", () =>
    Effect.gen(function* () {
      for (const boundaries of regular) {
        for (const currency of [undefined, ...fiatCurrencies]) yield* holdFor({ boundaries, currency })
      }
    })
  )

  layered.effect("are those of every single invoice, for boundaries left to chance", () =>
    Effect.gen(function* () {
      for (let round = 0; round < 150; round++) {
        yield* holdFor({ boundaries: yield* drawnBoundaries, currency: undefined })
      }
    }).pipe(Random.withSeed("boundaries"))
  )
})
