import { assert } from "@effect/vitest"
import {
  AuditReader,
  type CounterChange,
  type CounterSum,
  deltasOf,
  type Ids,
  isBalanced,
  type IssuedInvoice,
  type PartnerId,
  type StorePorts,
  zeroBalances
} from "@quittance/core"
import { Effect, Stream } from "effect"
import { type Checks, suiteOf } from "../Suite.ts"
import { invoiceHistory } from "./InvoiceHistory.ts"
import {
  importingBatch,
  issuingInvoice,
  newBankPayment,
  newBatch,
  newInvoice,
  writingBankPayment
} from "./InvoiceSamples.ts"
import {
  adjusting,
  balancesOf,
  commit,
  issuing,
  newCryptoInvoice,
  newFundedPartnerId,
  newPartnerId,
  newPayout,
  reserving
} from "./StoreSamples.ts"

/** An audit sees everything that was committed, as of one instant. */

const belongsTo = (partnerId: PartnerId) => (item: { readonly partnerId: PartnerId }) =>
  item.partnerId === partnerId

/** Opens a snapshot, does something, and only then reads what the snapshot has of a partner. */
const snapshotOf = Effect.fnUntraced(function* <E, R>(
  partnerId: PartnerId,
  meanwhile: Effect.Effect<void, E, R>
) {
  const audit = yield* AuditReader
  const snapshot = yield* audit.snapshot
  yield* meanwhile
  const isOwn = belongsTo(partnerId)
  return {
    balances: (yield* Stream.runCollect(snapshot.balances)).filter(isOwn),
    entries: (yield* Stream.runCollect(snapshot.entries)).filter(isOwn),
    payouts: (yield* Stream.runCollect(snapshot.payouts)).filter(({ order }) => isOwn(order)),
    cryptoInvoices: (yield* Stream.runCollect(snapshot.cryptoInvoices)).filter(({ order }) => isOwn(order)),
    invoices: (yield* Stream.runCollect(snapshot.invoices)).filter(({ order }) => isOwn(order)),
    bankPayments: (yield* Stream.runCollect(snapshot.bankPayments)).filter(({ order }) => isOwn(order)),
    counters: (yield* Stream.runCollect(snapshot.counters)).filter(({ sum }) => isOwn(sum)),
    claims: (yield* Stream.runCollect(snapshot.claims)).filter(isOwn),
    jobs: (yield* Stream.runCollect(snapshot.jobs)).filter(isOwn),
    storageFaults: snapshot.storageFaults
  }
}, Effect.scoped)

/** A sum as one line, or nothing where it is a sum of nothing. */
const printedSum = ({ grain, sum }: CounterSum): string | undefined => {
  switch (sum._tag) {
    case "Invoices": {
      const { cancelled, created, expired, paid, paidMinor } = sum.change
      if (created === 0) return undefined
      const counts = `${created} created, ${paid} paid, ${expired} expired, ${cancelled} cancelled`
      return `${grain} ${sum.createdAt} ${sum.currency}: ${counts}, ${paidMinor}`
    }
    case "Bank":
      return `${grain} ${sum.createdAt} ${sum.currency} "${sum.bank}": ${sum.paid} paid, ${sum.paidMinor}`
    case "Batch":
      return `${sum.batchId}: ${sum.paid} paid, ${sum.paidMinor}, ${sum.mailsUnsent} unsent`
  }
}

const widths = { quarter: 15 * 60_000, hour: 60 * 60_000, day: 24 * 60 * 60_000 }

/** The same lines, counted from the invoices themselves. */
const sumsOf = (invoices: ReadonlyArray<IssuedInvoice>): ReadonlyArray<string> =>
  Object.entries(widths).flatMap(([grain, width]) => {
    const bucketOf = ({ order }: IssuedInvoice) =>
      `${grain} ${order.createdAt - (order.createdAt % width)} ${order.currency}`
    const buckets = [...new Set(invoices.map(bucketOf))].map((bucket) => {
      const its = invoices.filter((invoice) => bucketOf(invoice) === bucket)
      const [paid, expired, cancelled] = (["paid", "expired", "cancelled"] as const).map((status) =>
        its.filter(({ _tag }) => _tag === status)
      )
      const counts = `${its.length} created, ${paid?.length} paid, ${expired?.length} expired`
      return `${bucket}: ${counts}, ${cancelled?.length} cancelled, ${sumMinor(paid)}`
    })
    const bankOf = (invoice: IssuedInvoice) =>
      invoice._tag === "paid" ? [`${bucketOf(invoice)} "${invoice.receipt.payerBank}"`] : []
    const banks = [...new Set(invoices.flatMap(bankOf))].map((bank) => {
      const its = invoices.filter((invoice) => bankOf(invoice)[0] === bank)
      return `${bank}: ${its.length} paid, ${sumMinor(its)}`
    })
    return [...buckets, ...banks]
  })

const sumMinor = (invoices: ReadonlyArray<IssuedInvoice> = []): bigint =>
  invoices.reduce((sum, { order }) => sum + order.amountMinor, 0n)

/** A partner with a payout, an invoice, and entries in two currencies. */
const newBooks = Effect.gen(function* () {
  const partnerId = yield* newFundedPartnerId(100_000_000n)
  const payout = yield* newPayout(partnerId)
  const invoice = yield* newCryptoInvoice(partnerId)
  const reserve = yield* reserving(payout)
  yield* commit(reserve)
  yield* commit(yield* issuing(invoice))
  const more = [
    adjusting(partnerId, 5n, { currency: "EUR", subjectId: "adj_eur" }),
    adjusting(partnerId, -500_000_000n, { limit: "waived", subjectId: "adj_waived" })
  ]
  yield* commit({ entries: more })
  return {
    partnerId,
    payout,
    invoice,
    entries: [adjusting(partnerId, 100_000_000n), ...reserve.entries, ...more]
  }
})

export const auditChecks = {
  "a snapshot has every entry as it was written, in order, and every aggregate": Effect.gen(function* () {
    const { entries, invoice, partnerId, payout } = yield* newBooks
    const found = yield* snapshotOf(partnerId, Effect.void)
    assert.deepStrictEqual(found.entries, entries)
    assert.deepStrictEqual(found.payouts, [payout])
    assert.deepStrictEqual(found.cryptoInvoices, [invoice])
    assert.isEmpty(found.storageFaults)
  }),

  "a snapshot has every fiat invoice and bank payment, in every state": Effect.gen(function* () {
    const partnerId = yield* newPartnerId
    const { commits, invoices } = yield* invoiceHistory(partnerId, { seed: 6, count: 60 })
    for (const each of commits) yield* commit(each)
    const payments = yield* Effect.forEach([0, 1, 2], () => newBankPayment(partnerId))
    for (const payment of payments) yield* commit(yield* writingBankPayment(payment))
    const found = yield* snapshotOf(partnerId, Effect.void)
    const byId = (a: { readonly order: { readonly id: string } }, b: typeof a): number =>
      a.order.id < b.order.id ? -1 : 1
    assert.deepStrictEqual(found.invoices.toSorted(byId), invoices.toSorted(byId))
    assert.deepStrictEqual(found.bankPayments.toSorted(byId), payments.toSorted(byId))
  }),

  "kept roll-ups are what the invoices add up to, bucket by bucket": Effect.gen(function* () {
    const partnerId = yield* newPartnerId
    const { commits, invoices } = yield* invoiceHistory(partnerId, { seed: 7, count: 120 })
    for (const each of commits) yield* commit(each)
    const { counters } = yield* snapshotOf(partnerId, Effect.void)
    const kept = counters.map(printedSum).filter((text) => text !== undefined)
    assert.deepStrictEqual(kept.toSorted(), sumsOf(invoices).toSorted())
  }),

  "kept tallies are those of their batches": Effect.gen(function* () {
    const partnerId = yield* newPartnerId
    const [batch, untouched] = [yield* newBatch(partnerId), yield* newBatch(partnerId)]
    const tally = { paid: 2, paidMinor: 9_007_199_254_740_993n, mailsUnsent: 3 }
    const sum: CounterChange = { _tag: "Batch", partnerId, batchId: batch.id, ...tally }
    yield* commit(yield* importingBatch(batch, { counters: [sum] }))
    yield* commit(yield* importingBatch(untouched))
    const { counters } = yield* snapshotOf(partnerId, Effect.void)
    const isOther = ({ sum }: CounterSum) => sum._tag === "Batch" && sum.batchId === untouched.id
    assert.deepStrictEqual(
      counters.filter((each) => !isOther(each)),
      [{ grain: "batch", sum }]
    )
    for (const { sum } of counters.filter(isOther))
      assert.deepInclude(sum, { paid: 0, paidMinor: 0n, mailsUnsent: 0 })
  }),

  "a snapshot has every claim and every job": Effect.gen(function* () {
    const partnerId = yield* newFundedPartnerId(100_000_000n)
    const payout = yield* newPayout(partnerId)
    const reserve = yield* reserving(payout)
    yield* commit(reserve)
    const found = yield* snapshotOf(partnerId, Effect.void)
    assert.includeDeepMembers([...found.claims], [...reserve.claims])
    assert.deepStrictEqual(
      found.jobs.map(({ kind, subjectId }) => ({ kind, subjectId })),
      reserve.jobs.map(({ kind, subjectId }) => ({ kind, subjectId }))
    )
  }),

  "kept balances are what the entries add up to": Effect.gen(function* () {
    const { partnerId } = yield* newBooks
    const { balances, entries } = yield* snapshotOf(partnerId, Effect.void)
    assert.deepStrictEqual(balances.map(({ currency }) => currency).sort(), ["EUR", "USDT"])
    for (const { accounts, currency } of balances) {
      const sums = { ...zeroBalances }
      for (const entry of entries.filter((each) => each.currency === currency)) {
        for (const [account, delta] of deltasOf(entry)) sums[account] += delta
      }
      assert.deepStrictEqual({ ...accounts }, sums)
      assert.isTrue(isBalanced(accounts))
    }
    const usdt = balances.find(({ currency }) => currency === "USDT")
    assert.deepStrictEqual({ ...usdt?.accounts }, { ...(yield* balancesOf(partnerId)) })
  }),

  "what is committed after the snapshot is not in it": Effect.gen(function* () {
    const { entries, partnerId, payout } = yield* newBooks
    const before = yield* balancesOf(partnerId)
    const meanwhile = Effect.gen(function* () {
      yield* commit({ entries: [adjusting(partnerId, 900_000_000n)] })
      yield* commit(yield* reserving(yield* newPayout(partnerId)))
      yield* commit(yield* issuing(yield* newCryptoInvoice(partnerId)))
      yield* commit(yield* issuingInvoice(yield* newInvoice(partnerId)))
      yield* commit(yield* writingBankPayment(yield* newBankPayment(partnerId)))
    })
    const found = yield* snapshotOf(partnerId, meanwhile)
    assert.lengthOf(found.entries, entries.length)
    assert.deepStrictEqual(found.payouts, [payout])
    assert.lengthOf(found.cryptoInvoices, 1)
    const usdt = found.balances.find(({ currency }) => currency === "USDT")
    assert.deepStrictEqual({ ...usdt?.accounts }, { ...before })
    assert.isEmpty([...found.invoices, ...found.bankPayments, ...found.counters])
    assert.strictEqual((yield* balancesOf(partnerId)).available, before.available + 894_000_000n)
    assert.lengthOf((yield* snapshotOf(partnerId, Effect.void)).payouts, 2)
  }),

  "an empty partner has no books": Effect.gen(function* () {
    const partnerId = yield* newPartnerId
    const { balances, entries, payouts } = yield* snapshotOf(partnerId, Effect.void)
    assert.isEmpty([...entries, ...payouts])
    assert.isTrue(balances.every(({ accounts }) => Object.values(accounts).every((amount) => amount === 0n)))
  })
} satisfies Checks<StorePorts | Ids>

export const auditSuite = suiteOf<StorePorts>("audit", auditChecks)
