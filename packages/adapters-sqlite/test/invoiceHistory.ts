import {
  type Commit,
  emptyCommit,
  fiatCurrencies,
  firstIssued,
  type InvoiceOrder,
  type InvoiceStatus,
  type IssuedInvoice,
  invoiceCounters,
  invoiceStatuses,
  millisPerDay,
  millisPerMinute,
  Store
} from "@quittance/core/adapter"
import { Effect, Option, Random } from "effect"

/**
 * A history of invoices that was drawn from a seed: 50 days, dense and empty hours, several invoices of one instant,
 * ids in no order of time, and pending invoices that have long been due because nobody swept them.
 */
export const partnerId = "prt_history"
export const start = Date.UTC(2026, 1, 3, 4, 5, 6, 789)
export const now = start + 30 * millisPerDay + 12_345

const banks = ["Aqbank", "Birbank", "Čbank"]

const drawn = Effect.gen(function* () {
  const below = (count: number) => Effect.map(Random.next, (draw) => Math.floor(draw * count))
  const oneOf = <A>(choices: ReadonlyArray<A>, otherwise: A) =>
    Effect.map(below(choices.length), (index) => choices[index] ?? otherwise)
  const dense = yield* Effect.replicateEffect(below(50 * millisPerDay), 12)
  const invoices: Array<IssuedInvoice> = []
  for (let count = 0; count < 6_000; count++) {
    const isDense = (yield* below(2)) === 0
    const offset = isDense
      ? (yield* oneOf(dense, 0)) + (yield* below(40 * millisPerMinute))
      : yield* below(50 * millisPerDay)
    // Of whole seconds half, so that some instants are shared and some are the first of a bucket.
    const at = start + offset
    const createdAt = (yield* below(2)) === 0 ? at : at - (at % (5 * millisPerMinute))
    const order: InvoiceOrder = {
      id: `inv_${(yield* below(2 ** 31)).toString(36)}_${count}`,
      partnerId: (yield* below(10)) === 0 ? "prt_other" : partnerId,
      token: `token_${count}`,
      amountMinor: BigInt(1 + (yield* below(100_000))),
      currency: yield* oneOf(fiatCurrencies, "USD"),
      description: Option.none(),
      metadata: "{}",
      redirectUrl: Option.none(),
      cancelUrl: Option.none(),
      externalId: Option.none(),
      batchId: Option.none(),
      reference: Option.none(),
      creditorReference: Option.none(),
      customerEmail: Option.none(),
      createdAt,
      expiresAt: createdAt + 1 + (yield* below(20 * millisPerDay))
    }
    const status = yield* oneOf<InvoiceStatus>(invoiceStatuses, "pending")
    invoices.push(invoiceIn(status, order, yield* oneOf(banks, "Aqbank")))
  }
  return invoices
})

const invoiceIn = (status: InvoiceStatus, order: InvoiceOrder, payerBank: string): IssuedInvoice => {
  const updatedAt = order.createdAt + 1
  const recorded = { order, redactedAt: Option.none(), updatedAt }
  if (status !== "paid") return { _tag: status, ...recorded }
  const { amountMinor, createdAt, currency, id } = order
  const receipt = {
    operationId: `operation of ${id}`,
    ...{ amountMinor, currency, payerBank, bankTime: createdAt, entryId: Option.none() }
  }
  return { _tag: "paid", ...recorded, receipt, late: false, paidAt: updatedAt, reversedAt: Option.none() }
}

const changing = (invoice: IssuedInvoice, previous: IssuedInvoice | undefined): Commit => ({
  ...emptyCommit,
  aggregates: [
    previous === undefined
      ? { _tag: "Invoice", state: invoice, expectedVersion: 0 }
      : { _tag: "Invoice", state: invoice, expectedVersion: 1, previous }
  ],
  counters: invoiceCounters(previous ?? { _tag: "absent" }, invoice)
})

/** Writes the history: every invoice is issued as pending, and those that were not left so are changed later. */
export const writeHistory = Effect.gen(function* () {
  const { commit } = yield* Store
  const invoices = yield* Random.withSeed(drawn, "invoice history")
  const issued = invoices.map(({ order }): IssuedInvoice => firstIssued(order))
  for (let first = 0; first < issued.length; first += 500) {
    const parts = issued.slice(first, first + 500).map((invoice) => changing(invoice, undefined))
    yield* commit({
      ...emptyCommit,
      aggregates: parts.flatMap(({ aggregates }) => aggregates),
      counters: parts.flatMap(({ counters }) => counters)
    })
  }
  const changes = invoices.flatMap((invoice, index) =>
    invoice._tag === "pending" ? [] : [commit(changing(invoice, issued[index]))]
  )
  yield* Effect.all(changes, { concurrency: "unbounded", discard: true })
  return invoices.filter(({ order }) => order.partnerId === partnerId)
})
