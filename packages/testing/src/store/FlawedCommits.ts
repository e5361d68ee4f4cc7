import { assert } from "@effect/vitest"
import {
  AnalyticsReader,
  BankPaymentReader,
  BatchReader,
  ClaimReader,
  type Commit,
  type CommitFailure,
  InvoiceReader,
  type LeasedJob,
  millisPerDay,
  type PartnerId,
  PayoutReader,
  Store
} from "@quittance/core"
import { Effect, Option } from "effect"
import {
  importingBatch,
  invoiceIn,
  issuingInvoice,
  newBankPayment,
  newBatch,
  newInvoice,
  writingBankPayment
} from "./InvoiceSamples.ts"
import { claimJobs } from "./JobSamples.ts"
import {
  adjusting,
  balancesOf,
  claimBy,
  commit,
  newFundedPartnerId,
  newPayout,
  reserving,
  start
} from "./StoreSamples.ts"

/** Commits that have to be refused, and what they must not leave behind. */

export type Flaw = "LeaseLost" | "ClaimTaken" | "VersionConflict" | "LimitExceeded"

/** In the order of precedence. */
export const flaws: ReadonlyArray<Flaw> = ["LeaseLost", "ClaimTaken", "VersionConflict", "LimitExceeded"]

/** A commit that writes something of every kind, and would be refused for each of the flaws. The partner has 100 USDT. */
export const flawedCommit = Effect.fnUntraced(function* (partnerId: PartnerId, wanted: ReadonlyArray<Flaw>) {
  const payout = yield* newPayout(partnerId)
  const other = yield* newPayout(partnerId)
  const reserve = yield* reserving(payout)
  const batch = yield* newBatch(partnerId)
  const invoice = yield* newInvoice(partnerId, {
    externalId: Option.some(payout.order.id),
    batchId: Option.some(batch.id)
  })
  const bankPayment = yield* newBankPayment(partnerId, { invoiceId: invoice.order.id })
  const fiat = [
    yield* issuingInvoice(invoiceIn("paid", invoice)),
    yield* writingBankPayment(bankPayment),
    yield* importingBatch(batch)
  ]
  const good: Commit = {
    ...reserve,
    aggregates: [...reserve.aggregates, ...fiat.flatMap(({ aggregates }) => aggregates)],
    claims: [...fiat.flatMap(({ claims }) => claims), ...reserve.claims],
    counters: fiat.flatMap(({ counters }) => counters)
  }
  const [claim] = reserve.claims
  assert.isDefined(claim)
  if (wanted.includes("ClaimTaken")) yield* commit({ claims: [{ ...claim, ownerId: "somebody else" }] })
  const stranger: LeasedJob = {
    kind: "payout.dispatch",
    partnerId,
    subjectId: payout.order.id,
    dueAt: start,
    fence: 7,
    leaseUntil: start
  }
  const flawed: Commit = {
    ...good,
    aggregates: wanted.includes("VersionConflict")
      ? [...good.aggregates, { _tag: "Payout", state: other, expectedVersion: 3 }]
      : good.aggregates,
    entries: wanted.includes("LimitExceeded")
      ? [...good.entries, adjusting(partnerId, -95_000_000n)]
      : good.entries,
    claims: [
      claimBy(partnerId, { scope: "cryptoInvoice.create", key: payout.order.id, ownerId: payout.order.id }),
      ...good.claims
    ],
    completion: wanted.includes("LeaseLost") ? { _tag: "Done", job: stranger } : undefined
  }
  return { flawed, payout, invoice, bankPayment, batch }
})

export const refusalOf = (refused: Commit): Effect.Effect<CommitFailure, void, Store> =>
  Effect.flatMap(Store, (store) => Effect.flip(store.commit(refused)))

/** Neither figures nor list totals of fiat invoices know of any. */
const countsNothing = Effect.fnUntraced(function* (partnerId: PartnerId) {
  const analytics = yield* AnalyticsReader
  const invoices = yield* InvoiceReader
  const boundaries = [start - millisPerDay, start, start + 1, start + millisPerDay]
  const figures = yield* analytics.figures({ partnerId, boundaries, now: start })
  assert.deepStrictEqual(figures, { periods: [], banks: [] }, "no figures")
  for (const filter of [{}, { status: "paid", currency: "USD" }] as const) {
    const { total } = yield* invoices.list(partnerId, filter, { page: 1, limit: 10 }, start)
    assert.strictEqual(total, 0, "no total")
  }
})

/** A commit with this flaw leaves no aggregate, entry, claim, event, counter, job or balance behind. */
export const leavesNothing = (flaw: Flaw) =>
  Effect.gen(function* () {
    const partnerId = yield* newFundedPartnerId(100_000_000n)
    const { bankPayment, batch, flawed, invoice, payout } = yield* flawedCommit(partnerId, [flaw])
    const before = yield* balancesOf(partnerId)
    const refusal = yield* refusalOf(flawed)
    assert.strictEqual(refusal._tag, flaw)

    const store = yield* Store
    const claims = yield* ClaimReader
    const payouts = yield* PayoutReader
    assert.isTrue(Option.isNone(yield* payouts.byId(partnerId, payout.order.id)), "no aggregate")
    assert.strictEqual(
      (yield* payouts.list(partnerId, {}, { page: 1, limit: 10 })).total,
      0,
      "nothing listed"
    )
    assert.deepStrictEqual(yield* balancesOf(partnerId), before, "no entry")
    const invoices = yield* InvoiceReader
    const bankPayments = yield* BankPaymentReader
    const batches = yield* BatchReader
    assert.isTrue(Option.isNone(yield* invoices.byId(partnerId, invoice.order.id)), "no invoice")
    assert.isTrue(Option.isNone(yield* bankPayments.byId(partnerId, bankPayment.order.id)), "no payment")
    assert.isTrue(Option.isNone(yield* batches.byId(partnerId, batch.id)), "no batch")
    yield* countsNothing(partnerId)
    const claim = yield* claims.find("cryptoInvoice.create", partnerId, payout.order.id)
    assert.isTrue(Option.isNone(claim), "no claim")
    for (const event of flawed.events) assert.isFalse(yield* store.committed(event), "no event")
    const jobs = yield* claimJobs(start, { limit: 10_000 })
    assert.isFalse(
      jobs.some(({ subjectId }) => subjectId === payout.order.id),
      "no job"
    )
  })
