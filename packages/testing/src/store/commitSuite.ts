import { assert } from "@effect/vitest"
import {
  accountNames,
  AnalyticsReader,
  BankPaymentReader,
  BatchReader,
  ClaimReader,
  type Commit,
  type CommitFailure,
  emptyCommit,
  type Ids,
  InvoiceReader,
  type LeasedJob,
  millisPerDay,
  type PartnerId,
  PayoutReader,
  Store,
  type StorePorts,
  WorkQueue
} from "@quittance/core"
import { Effect, Option, Result } from "effect"
import { type Checks, suiteOf } from "../Suite.ts"
import { claimJobs, emptyQueue } from "./JobSamples.ts"
import {
  importingBatch,
  invoiceIn,
  issuingInvoice,
  newBankPayment,
  newBatch,
  newInvoice,
  writingBankPayment
} from "./InvoiceSamples.ts"
import {
  adjusting,
  balancesOf,
  claimBy,
  commit,
  newEvent,
  newFundedPartnerId,
  newPartnerId,
  newPayout,
  reserving,
  start
} from "./StoreSamples.ts"

/** `Store.commit`: all of it or nothing, refused for the first of the documented reasons, decided on what was read. */

type Flaw = "LeaseLost" | "ClaimTaken" | "VersionConflict" | "LimitExceeded"

/** In the order of precedence. */
const flaws: ReadonlyArray<Flaw> = ["LeaseLost", "ClaimTaken", "VersionConflict", "LimitExceeded"]

/** A commit that writes something of every kind, and would be refused for each of the flaws. The partner has 100 USDT. */
const flawedCommit = Effect.fnUntraced(function* (partnerId: PartnerId, wanted: ReadonlyArray<Flaw>) {
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

const refusalOf = (refused: Commit): Effect.Effect<CommitFailure, void, Store> =>
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
const leavesNothing = (flaw: Flaw) =>
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

const failuresOf = Effect.fnUntraced(function* <A, E, R>(all: ReadonlyArray<Effect.Effect<A, E, R>>) {
  const results = yield* Effect.forEach(all, Effect.result, { concurrency: "unbounded" })
  return results.filter(Result.isFailure).map(({ failure }) => failure)
})

export const commitChecks = {
  "all of a commit is visible once it succeeded": Effect.gen(function* () {
    yield* emptyQueue
    const partnerId = yield* newFundedPartnerId(100_000_000n)
    const payout = yield* newPayout(partnerId)
    const whole = yield* reserving(payout)
    yield* commit(whole)
    const store = yield* Store
    const claims = yield* ClaimReader
    const payouts = yield* PayoutReader
    const queue = yield* WorkQueue
    const found = yield* payouts.byId(partnerId, payout.order.id)
    assert.deepStrictEqual(found, Option.some({ state: payout, version: 1 }))
    const claim = yield* claims.find("payout.create", partnerId, payout.order.idempotencyKey)
    assert.deepStrictEqual(claim, Option.fromUndefinedOr(whole.claims[0]))
    const { available, payoutPending } = yield* balancesOf(partnerId)
    assert.deepStrictEqual([available, payoutPending], [94_000_000n, 6_000_000n])
    for (const event of whole.events) assert.isTrue(yield* store.committed(event))
    assert.deepStrictEqual(yield* queue.nextDueAt("payout.dispatch"), Option.some(start))
  }),

  "a commit with a lost lease leaves nothing": leavesNothing("LeaseLost"),
  "a commit with a taken claim leaves nothing": leavesNothing("ClaimTaken"),
  "a commit with a stale version leaves nothing": leavesNothing("VersionConflict"),
  "a commit over a limit leaves nothing": leavesNothing("LimitExceeded"),

  "of several reasons the first in the documented order is answered": Effect.gen(function* () {
    for (let from = 0; from < flaws.length; from++) {
      const partnerId = yield* newFundedPartnerId(100_000_000n)
      const { flawed } = yield* flawedCommit(partnerId, flaws.slice(from))
      assert.strictEqual((yield* refusalOf(flawed))._tag, flaws[from])
    }
  }),

  "a version conflict names the subject and the version it was decided on": Effect.gen(function* () {
    const partnerId = yield* newFundedPartnerId(100_000_000n)
    const payout = yield* newPayout(partnerId)
    yield* commit(yield* reserving(payout))
    for (const expectedVersion of [0, 2]) {
      const refusal = yield* refusalOf({
        ...emptyCommit,
        aggregates: [{ _tag: "Payout", state: payout, expectedVersion }],
        events: [yield* newEvent(partnerId, payout.order.id)]
      })
      assert.deepInclude(refusal, {
        _tag: "VersionConflict",
        subjectId: payout.order.id,
        expected: expectedVersion
      })
    }
  }),

  "every write makes the version one higher": Effect.gen(function* () {
    const payouts = yield* PayoutReader
    const partnerId = yield* newFundedPartnerId(100_000_000n)
    const payout = yield* newPayout(partnerId)
    yield* commit(yield* reserving(payout))
    for (const expectedVersion of [1, 2, 3]) {
      const state = { ...payout, attempts: expectedVersion }
      const events = [yield* newEvent(partnerId, payout.order.id, { version: expectedVersion + 1 })]
      yield* commit({ aggregates: [{ _tag: "Payout", state, expectedVersion }], events })
      const found = yield* payouts.byId(partnerId, payout.order.id)
      assert.deepStrictEqual(found, Option.some({ state, version: expectedVersion + 1 }))
    }
  }),

  "of 25 commits decided on the same version one wins": Effect.gen(function* () {
    const payouts = yield* PayoutReader
    const partnerId = yield* newFundedPartnerId(100_000_000n)
    const payout = yield* newPayout(partnerId)
    yield* commit(yield* reserving(payout))
    const racing = Array.from({ length: 25 }, (_, index) =>
      commit({
        aggregates: [{ _tag: "Payout", state: { ...payout, attempts: index }, expectedVersion: 1 }],
        entries: [adjusting(partnerId, 1n)]
      })
    )
    const failures = yield* failuresOf(racing)
    assert.deepStrictEqual(
      failures.map(({ _tag }) => _tag),
      Array.from({ length: 24 }, () => "VersionConflict")
    )
    const found = yield* payouts.byId(partnerId, payout.order.id)
    assert.strictEqual(Option.getOrThrow(found).version, 2)
    assert.strictEqual((yield* balancesOf(partnerId)).available, 94_000_001n)
  }),

  "several aggregates of a commit land together or not at all": Effect.gen(function* () {
    const payouts = yield* PayoutReader
    const partnerId = yield* newPartnerId
    const payoutA = yield* newPayout(partnerId)
    const payoutB = yield* newPayout(partnerId)
    const events = [yield* newEvent(partnerId, payoutA.order.id)]
    const write = (state: typeof payoutA, expectedVersion: number) =>
      ({ _tag: "Payout", state, expectedVersion }) as const
    yield* Effect.flip(commit({ aggregates: [write(payoutA, 0), write(payoutB, 1)], events }))
    assert.strictEqual((yield* payouts.list(partnerId, {}, { page: 1, limit: 10 })).total, 0)
    yield* commit({ aggregates: [write(payoutA, 0), write(payoutB, 0)], events })
    assert.strictEqual((yield* payouts.list(partnerId, {}, { page: 1, limit: 10 })).total, 2)
  }),

  "`committed` knows the events that landed and no others": Effect.gen(function* () {
    const store = yield* Store
    const partnerId = yield* newPartnerId
    const event = yield* newEvent(partnerId, "adj_a")
    const second = yield* newEvent(partnerId, "adj_a", { version: 2 })
    const never = yield* newEvent(partnerId, "adj_a", { version: 3 })
    yield* commit({ events: [event, second] })
    assert.isTrue(yield* store.committed(event))
    assert.isTrue(yield* store.committed(second))
    assert.isFalse(yield* store.committed(never))
    // Another command may have carried the subject to the same version.
    assert.isFalse(yield* store.committed({ ...never, version: 2 }))
  }),

  "an index is never handed out twice": Effect.gen(function* () {
    const store = yield* Store
    const sequence = yield* newPartnerId
    assert.strictEqual(yield* store.nextIndex(sequence), 0)
    const indexes = yield* Effect.all(
      Array.from({ length: 50 }, () => store.nextIndex(sequence)),
      { concurrency: "unbounded" }
    )
    assert.strictEqual(new Set([0, ...indexes]).size, 51)
    assert.isTrue(indexes.every((index) => Number.isSafeInteger(index) && index > 0))
    assert.strictEqual(yield* store.nextIndex(`${sequence} another`), 0)
  }),

  "a commit without entries changes no balance": Effect.gen(function* () {
    const partnerId = yield* newPartnerId
    yield* commit({ events: [yield* newEvent(partnerId, "adj_a")] })
    const balances = yield* balancesOf(partnerId)
    assert.isTrue(accountNames.every((name) => balances[name] === 0n))
  })
} satisfies Checks<StorePorts | Ids>

export const commitSuite = suiteOf<StorePorts>("commits", commitChecks)
