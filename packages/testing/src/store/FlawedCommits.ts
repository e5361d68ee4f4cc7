import { assert } from "@effect/vitest"
import type { Ids } from "@quittance/core"
import {
  AnalyticsReader,
  BatchReader,
  bankPayment as bankPayments,
  ClaimReader,
  type Commit,
  type CommitFailure,
  cryptoInvoiceClaims,
  emptyCommit,
  invoiceList,
  invoice as invoices,
  type LeasedJob,
  millisPerDay,
  type PartnerId,
  payoutJobs,
  payoutList,
  payout as payouts,
  type RecordedDeposit,
  StateReader,
  Store,
  TransitReader,
  type TransitWallet,
  transitDeposit as transitDeposits,
  WebhookReader,
  webhookClaims
} from "@quittance/core/adapter"
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
import { listed } from "./listed.ts"
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
import { newDeposit, newWallet, openingWallet, recordingDeposit } from "./TransitSamples.ts"
import { newDelivery, newEndpoint, newMessage, posting, writingDeliveries } from "./WebhookSamples.ts"

/** Commits that must be refused, and what they must not leave behind. */

export type Flaw = "LeaseLost" | "ClaimTaken" | "VersionConflict" | "LimitExceeded"

/** Whether what has another version is written by the commit, or guarded. */
type Stale = "write" | "guard"

/** In the order of precedence. */
export const flaws: ReadonlyArray<Flaw> = ["LeaseLost", "ClaimTaken", "VersionConflict", "LimitExceeded"]

/**
 * A commit that writes something of every kind and would be refused for each of the flaws. The partner has 100 USDT.
 */
export const flawedCommit = Effect.fnUntraced(function* (
  partnerId: PartnerId,
  wanted: ReadonlyArray<Flaw>,
  stale: Stale = "write"
) {
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
  const wallet = yield* newWallet(partnerId)
  const deposit: RecordedDeposit = { ...(yield* newDeposit(wallet)), _tag: "credited" }
  const transit = [yield* openingWallet(wallet), yield* recordingDeposit(deposit)]
  const webhooks = yield* webhookParts(partnerId)
  const heldClaim = claimBy(partnerId, { scope: webhookClaims.url, key: "given up", ownerId: "owner" })
  yield* commit({ claims: [heldClaim] })
  const parts = [...fiat, ...transit, ...webhooks]
  const good: Commit = {
    ...reserve,
    aggregates: [...reserve.aggregates, ...parts.flatMap(({ aggregates }) => aggregates)],
    claims: [...parts.flatMap(({ claims }) => claims), ...reserve.claims],
    counters: parts.flatMap(({ counters }) => counters),
    outbox: parts.flatMap(({ outbox }) => outbox),
    erasures: [{ _tag: "Claim", claim: heldClaim }]
  }
  const [claim] = reserve.claims
  assert.isDefined(claim)
  if (wanted.includes("ClaimTaken")) yield* commit({ claims: [{ ...claim, ownerId: "somebody else" }] })
  const stranger: LeasedJob = {
    kind: payoutJobs.dispatch,
    partnerId,
    subjectId: payout.order.id,
    dueAt: start,
    fence: 7,
    leaseUntil: start
  }
  const isStale = wanted.includes("VersionConflict")
  const flawed: Commit = {
    ...good,
    aggregates:
      isStale && stale === "write"
        ? [...good.aggregates, { _tag: "Payout", state: other, expectedVersion: 3, previous: other }]
        : good.aggregates,
    guards:
      isStale && stale === "guard" ? [{ _tag: "Payout", partnerId, id: other.order.id, version: 3 }] : [],
    entries: wanted.includes("LimitExceeded")
      ? [...good.entries, adjusting(partnerId, -95_000_000n)]
      : good.entries,
    claims: [
      claimBy(partnerId, {
        scope: cryptoInvoiceClaims.create,
        key: payout.order.id,
        ownerId: payout.order.id
      }),
      ...good.claims
    ],
    completion: wanted.includes("LeaseLost") ? { _tag: "Done", job: stranger } : undefined
  }
  return { flawed, payout, invoice, bankPayment, batch, wallet, heldClaim }
})

/** An endpoint, a waiting message, and its delivery. */
const webhookParts = Effect.fnUntraced(function* (partnerId: PartnerId) {
  const endpoint = yield* newEndpoint(partnerId)
  const message = yield* newMessage(partnerId)
  const delivery = yield* newDelivery(endpoint, message)
  const registered: Commit = {
    ...emptyCommit,
    aggregates: [{ _tag: "WebhookEndpoint", state: endpoint, expectedVersion: 0 }]
  }
  return [registered, yield* posting(message), writingDeliveries([delivery])]
})

export const refusalOf = (refused: Commit): Effect.Effect<CommitFailure, void, Ids | Store> =>
  Effect.flip(commit(refused))

/** Neither figures nor totals of lists know of any fiat invoice. */
const countsNothing = Effect.fnUntraced(function* (partnerId: PartnerId) {
  const analytics = yield* AnalyticsReader
  const boundaries = [start - millisPerDay, start, start + 1, start + millisPerDay]
  const figures = yield* analytics.figures({ partnerId, boundaries, now: start })
  assert.deepStrictEqual(figures, { periods: [], banks: [] }, "no figures")
  for (const filter of [{}, { status: "paid", currency: "USD" }] as const) {
    const { total } = yield* listed(invoiceList, { partnerId }, { filter, now: start })
    assert.strictEqual(total, 0, "no total")
  }
})

/** Nobody listens, nothing waits and nothing is due. Neither the wallet nor its balance is there. */
const tellsNobody = Effect.fnUntraced(function* ({ id, partnerId }: TransitWallet) {
  const transit = yield* TransitReader
  const states = yield* StateReader
  const webhooks = yield* WebhookReader
  assert.isTrue(Option.isNone(yield* transit.wallet(partnerId, id)), "no wallet")
  assert.isEmpty(
    yield* states.indexed(transitDeposits, "by_wallet", { equal: [partnerId, id] }),
    "no deposit"
  )
  assert.isFalse((yield* webhooks.listeners(partnerId, "fiat")).endpoints, "no endpoint")
  assert.isEmpty(yield* webhooks.waiting(partnerId, 10), "no message")
  assert.isEmpty(yield* webhooks.finishedBefore(partnerId, start + millisPerDay, 10), "no message")
  assert.strictEqual((yield* webhooks.backlog(partnerId)).size, 0, "no delivery waits")
})

/** A commit with this flaw leaves no aggregate, entry, claim, event, counter, job or balance behind. */
export const leavesNothing = (flaw: Flaw, stale?: Stale) =>
  Effect.gen(function* () {
    const partnerId = yield* newFundedPartnerId(100_000_000n)
    const { bankPayment, batch, flawed, heldClaim, invoice, payout, wallet } = yield* flawedCommit(
      partnerId,
      [flaw],
      stale
    )
    const before = yield* balancesOf(partnerId)
    const refusal = yield* refusalOf(flawed)
    assert.strictEqual(refusal._tag, flaw)

    const store = yield* Store
    const claims = yield* ClaimReader
    const states = yield* StateReader
    assert.isTrue(Option.isNone(yield* states.get(payouts, partnerId, payout.order.id)), "no aggregate")
    assert.strictEqual((yield* listed(payoutList, { partnerId })).total, 0, "nothing listed")
    assert.deepStrictEqual(yield* balancesOf(partnerId), before, "no entry")
    const batches = yield* BatchReader
    assert.isTrue(Option.isNone(yield* states.get(invoices, partnerId, invoice.order.id)), "no invoice")
    assert.isTrue(
      Option.isNone(yield* states.get(bankPayments, partnerId, bankPayment.order.id)),
      "no payment"
    )
    assert.isTrue(Option.isNone(yield* batches.byId(partnerId, batch.id)), "no batch")
    yield* countsNothing(partnerId)
    yield* tellsNobody(wallet)
    const claim = yield* claims.find(cryptoInvoiceClaims.create, partnerId, payout.order.id)
    assert.isTrue(Option.isNone(claim), "no claim")
    const held = yield* claims.find(heldClaim.scope, partnerId, heldClaim.key)
    assert.deepStrictEqual(held, Option.some(heldClaim), "nothing given up")
    const webhooks = yield* WebhookReader
    const deliveries = flawed.aggregates.flatMap((write) =>
      write._tag === "WebhookDelivery" ? [write.state.order.id] : []
    )
    assert.isNotEmpty(deliveries)
    for (const id of deliveries)
      assert.isTrue(Option.isNone(yield* webhooks.delivery(partnerId, id)), "no delivery")
    for (const event of flawed.events) assert.isFalse(yield* store.committed(event), "no event")
    const jobs = yield* claimJobs(start, { limit: 10_000 })
    assert.isFalse(
      jobs.some(({ subjectId }) => subjectId === payout.order.id),
      "no job"
    )
  })
