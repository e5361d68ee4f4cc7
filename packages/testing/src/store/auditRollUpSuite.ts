import { assert } from "@effect/vitest"
import type { Ids, StorePorts } from "@quittance/core"
import type { CounterChange, CounterSum, IssuedInvoice } from "@quittance/core/adapter"
import { Effect } from "effect"
import { type Checks, suiteOf } from "../Suite.ts"
import { snapshotOf } from "./AuditSnapshots.ts"
import { invoiceHistory } from "./InvoiceHistory.ts"
import { importingBatch, newBatch } from "./InvoiceSamples.ts"
import { commit, newPartnerId } from "./StoreSamples.ts"
import { newDeposit, newWallet, openingWallet, recordingDeposit } from "./TransitSamples.ts"

/** An audit sees the roll-ups as they are kept: those of invoices, batches and wallets. */

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
    case "Wallet":
      return sum.changeMinor === 0n ? undefined : `${sum.walletId}: ${sum.changeMinor}`
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

export const auditRollUpChecks = {
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

  "kept balances of wallets are what is credited to them": Effect.gen(function* () {
    const partnerId = yield* newPartnerId
    const [wallet, empty] = [yield* newWallet(partnerId), yield* newWallet(partnerId)]
    for (const each of [wallet, empty]) yield* commit(yield* openingWallet(each))
    for (const _tag of ["seen", "credited", "reversed", "credited"] as const)
      yield* commit(yield* recordingDeposit({ ...(yield* newDeposit(wallet)), _tag }))
    const { counters } = yield* snapshotOf(partnerId, Effect.void)
    const kept = counters.map(printedSum).filter((text) => text !== undefined)
    assert.deepStrictEqual(kept, [`${wallet.id}: 20000000`])
  })
} satisfies Checks<StorePorts | Ids>

export const auditRollUpSuite = suiteOf<StorePorts>("audit of roll-ups", auditRollUpChecks)
