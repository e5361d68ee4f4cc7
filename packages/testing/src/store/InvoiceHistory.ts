import type { Ids } from "@quittance/core"
import {
  type Commit,
  emptyCommit,
  FiatCurrency,
  grainMillis,
  type Instant,
  type InvoiceStatus,
  type IssuedInvoice,
  millisPerDay,
  millisPerMinute,
  type PartnerId
} from "@quittance/core/adapter"
import { Effect } from "effect"
import * as fc from "fast-check"
import { changingInvoice, invoiceIn, issuingInvoice, newInvoice } from "./InvoiceSamples.ts"
import { start } from "./StoreSamples.ts"

/**
 * Random lives of many invoices, as the commits that write them. Invoices are issued alone and by the file, then paid,
 * expired, cancelled or paid late, in any interleaving. The same seed gives the same lives.
 */
export interface InvoiceHistory {
  readonly commits: ReadonlyArray<Commit>
  /** Their final states. */
  readonly invoices: ReadonlyArray<IssuedInvoice>
}

interface Life {
  readonly createdAt: Instant
  readonly lifeMillis: number
  readonly amountMinor: bigint
  readonly currency: FiatCurrency
  readonly bank: string
  readonly fate: ReadonlyArray<InvoiceStatus>
  /** The order of the changes; it has no unit. */
  readonly turns: ReadonlyArray<number>
}

/** Instants of some days, many at the bounds of buckets, and of a year before. */
export const createdAt: fc.Arbitrary<Instant> = fc.oneof(
  { weight: 5, arbitrary: fc.integer({ min: start - 2 * millisPerDay, max: start + 2 * millisPerDay }) },
  {
    weight: 4,
    arbitrary: fc
      .tuple(
        fc.constantFrom(...Object.values(grainMillis)),
        fc.integer({ min: -40, max: 40 }),
        fc.integer({ min: -1, max: 1 })
      )
      .map(([width, steps, off]) => start + steps * width + off)
  },
  { weight: 1, arbitrary: fc.integer({ min: start - 366 * millisPerDay, max: start }) }
)

const life: fc.Arbitrary<Life> = fc.record({
  createdAt,
  lifeMillis: fc.oneof(
    fc.integer({ min: 5 * millisPerMinute, max: 3 * millisPerDay }),
    fc.constantFrom(5 * millisPerMinute, millisPerDay)
  ),
  amountMinor: fc.bigInt({ min: 1n, max: 2_500_000_000n }),
  currency: fc.constantFrom(...FiatCurrency.literals),
  bank: fc.constantFrom("Aqbank", "aqbank", "Банк “Ақ”", "O'Neil & Sons; --", ""),
  fate: fc.oneof(
    { weight: 3, arbitrary: fc.constant([]) },
    { weight: 4, arbitrary: fc.constant(["paid"] as const) },
    { weight: 2, arbitrary: fc.constant(["expired"] as const) },
    { weight: 1, arbitrary: fc.constant(["expired", "paid"] as const) },
    { weight: 1, arbitrary: fc.constant(["cancelled"] as const) }
  ),
  turns: fc.array(fc.integer({ min: 0, max: 1_000 }), { minLength: 3, maxLength: 3 })
})

interface Step {
  readonly turn: number
  readonly id: string
  readonly commit: Commit
}

export const invoiceHistory = Effect.fnUntraced(function* (
  partnerId: PartnerId,
  { count, seed }: { readonly count: number; readonly seed: number }
): Effect.fn.Return<InvoiceHistory, never, Ids> {
  const steps: Array<Step> = []
  const invoices: Array<IssuedInvoice> = []
  for (const { amountMinor, bank, createdAt, currency, fate, lifeMillis, turns } of fc.sample(life, {
    seed,
    numRuns: count
  })) {
    const expiresAt = createdAt + lifeMillis
    let invoice = yield* newInvoice(partnerId, { amountMinor, currency, createdAt, expiresAt })
    const { id } = invoice.order
    const [turn = 0, ...later] = turns.toSorted((a, b) => a - b)
    steps.push({ turn, id, commit: yield* issuingInvoice(invoice) })
    for (const [index, status] of fate.entries()) {
      const next = invoiceIn(status, invoice, bank)
      steps.push({ turn: later[index] ?? 0, id, commit: yield* changingInvoice(invoice, next, index + 1) })
      invoice = next
    }
    invoices.push(invoice)
  }
  // Sorting keeps the order of equal turns, so no invoice changes before it is issued.
  return { commits: merged(steps.toSorted((a, b) => a.turn - b.turn)), invoices }
})

/** Neighbours become one commit as far as a commit may carry them: now and then many, each invoice at most once. */
const merged = (steps: ReadonlyArray<Step>): ReadonlyArray<Commit> => {
  const commits: Array<Commit> = []
  let open: Commit | undefined
  let written = new Set<string>()
  for (const [index, { commit, id }] of steps.entries()) {
    const isFull = written.size >= 1 + (commits.length % 4) ** 2
    if (open !== undefined && (isFull || written.has(id))) {
      commits.push(open)
      open = undefined
      written = new Set()
    }
    open = open === undefined ? commit : both(open, commit)
    written.add(id)
    if (index === steps.length - 1) commits.push(open)
  }
  return commits
}

const both = (one: Commit, other: Commit): Commit => ({
  ...emptyCommit,
  aggregates: [...one.aggregates, ...other.aggregates],
  claims: [...one.claims, ...other.claims],
  counters: [...one.counters, ...other.counters],
  events: [...one.events, ...other.events]
})
