import { assert } from "@effect/vitest"
import type { Ids, StorePorts } from "@quittance/core"
import {
  type AccountName,
  AuditReader,
  accountNames,
  ClaimReader,
  EventReader,
  eventData,
  isOneBook,
  type JournalEntry,
  type JournalEntryKind,
  payoutClaims,
  payoutList,
  payout as payouts,
  StateReader,
  Store
} from "@quittance/core/adapter"
import { Effect, Fiber, Option, Stream } from "effect"
import { largestMinor } from "../generators/moneyGenerators.ts"
import { type Checks, suiteOf } from "../Suite.ts"
import { oneEventOfEach } from "./EventSamples.ts"
import { newBankPayment, newInvoice } from "./InvoiceSamples.ts"
import { newKycDocument, newKycSession } from "./KycSamples.ts"
import { listed } from "./listed.ts"
import {
  adjusting,
  balancesOf,
  commit,
  entryOf,
  newCryptoInvoice,
  newEvent,
  newFundedPartnerId,
  newPartnerId,
  newPayout,
  reserving
} from "./StoreSamples.ts"
import { newDeposit, newWallet } from "./TransitSamples.ts"
import { newDelivery, newEndpoint, newMessage } from "./WebhookSamples.ts"

/** What a commit may carry: every kind of thing, many of them, and a caller who goes away. */

const entryKinds: { readonly [Kind in JournalEntryKind]: true } = {
  "payout.reserved": true,
  "payout.settled": true,
  "payout.returned": true,
  "payout.settledLate": true,
  "deposit.credited": true,
  "deposit.reversed": true,
  "transit.credited": true,
  "transit.reversed": true,
  "invoice.paid": true,
  "bankPayment.unresolved": true,
  "bankPayment.returned": true,
  "bankPayment.resolved": true,
  "bankPayment.reversed": true,
  "statementEntry.recorded": true,
  "statementEntry.assigned": true,
  "statementEntry.refused": true,
  "statementEntry.returned": true,
  "statementEntry.ignored": true,
  "statementEntry.reversed": true,
  "balance.adjusted": true,
  "gas.spent": true
}
const isKind = (key: string): key is JournalEntryKind => key in entryKinds

export const commitContentChecks = {
  "events of every kind land": Effect.gen(function* () {
    const store = yield* Store
    const partnerId = yield* newPartnerId
    const payout = yield* newPayout(partnerId, { note: Option.some("💸 \u0001") })
    const cryptoInvoice = yield* newCryptoInvoice(partnerId, { description: Option.some("'") })
    const invoice = yield* newInvoice(partnerId, { metadata: `{"'":"\\u0000💸"}` })
    const bankPayment = yield* newBankPayment(partnerId, { bank: "" })
    const kycSession = yield* newKycSession(partnerId, { metadata: `{"'":"💸"}` })
    const wallet = yield* newWallet(partnerId, { label: `"'\\ 💸` })
    const deposit = yield* newDeposit(wallet)
    const endpoint = yield* newEndpoint(partnerId)
    const delivery = yield* newDelivery(endpoint, yield* newMessage(partnerId))
    const samples = Object.values(
      oneEventOfEach({
        payout: payout.order,
        cryptoInvoice: cryptoInvoice.order,
        invoice: invoice.order,
        bankPayment: bankPayment.order,
        kycSession: kycSession.order,
        kycDocument: yield* newKycDocument("selfie", "a".repeat(64)),
        transitWallet: wallet,
        transitDeposit: deposit.order,
        webhookEndpoint: endpoint.order,
        webhookDelivery: delivery.order
      })
    )
    const events = yield* Effect.forEach(samples, (event, index) =>
      newEvent(partnerId, payout.order.id, { version: index + 1, event })
    )
    yield* commit({ events })
    for (const event of events) assert.isTrue(yield* store.committed(event), event.event._tag)
    const reader = yield* EventReader
    const found = yield* reader.ofSubject(partnerId, payout.order.id, events.length)
    assert.deepStrictEqual(
      found.map(({ data, type }) => ({ data, type })),
      events.map((record) => ({ data: eventData(record), type: record.event._tag }))
    )
  }),

  "several events of one version land": Effect.gen(function* () {
    const store = yield* Store
    const partnerId = yield* newPartnerId
    const events = [yield* newEvent(partnerId, "adj_a"), yield* newEvent(partnerId, "adj_a")]
    yield* commit({ events })
    for (const event of events) assert.isTrue(yield* store.committed(event))
  }),

  "entries of every kind and account are read as they were written": Effect.gen(function* () {
    const audit = yield* AuditReader
    const partnerId = yield* newFundedPartnerId(1n)
    const pairs = accountNames.flatMap((debit) =>
      accountNames
        .filter((credit) => credit !== debit && isOneBook(debit, credit))
        .map((credit): readonly [AccountName, AccountName] => [debit, credit])
    )
    const entries = Object.keys(entryKinds)
      .filter(isKind)
      .map((kind, index): JournalEntry => {
        const postings = pairs.map(([debit, credit], pair) => ({
          debit,
          credit,
          amountMinor: BigInt(pair + 1)
        }))
        return entryOf(partnerId, postings, { kind, subjectId: `"${kind}" 🧾`, at: index, limit: "waived" })
      })
    const large = adjusting(partnerId, largestMinor, { limit: "enforced" })
    yield* commit({ entries: [...entries, large] })
    const found = yield* Effect.scoped(
      Effect.flatMap(audit.snapshot, (snapshot) => Stream.runCollect(snapshot.entries))
    )
    const own = found.filter((entry) => entry.partnerId === partnerId)
    assert.deepStrictEqual(own.slice(1), [...entries, large])
  }),

  "a commit of many hundred rows lands as one": Effect.gen(function* () {
    const partnerId = yield* newFundedPartnerId(6_000_000n * 500n)
    const parts = yield* Effect.forEach(Array.from({ length: 500 }), () =>
      Effect.flatMap(newPayout(partnerId), (payout) => reserving(payout))
    )
    const whole = {
      aggregates: parts.flatMap(({ aggregates }) => aggregates),
      entries: parts.flatMap(({ entries }) => entries),
      claims: parts.flatMap(({ claims }) => claims),
      events: parts.flatMap(({ events }) => events),
      jobs: []
    }
    const over = yield* Effect.flip(
      commit({ ...whole, entries: [...whole.entries, adjusting(partnerId, -1n)] })
    )
    assert.strictEqual(over._tag, "LimitExceeded")
    assert.strictEqual((yield* listed(payoutList, { partnerId })).total, 0)
    yield* commit(whole)
    assert.strictEqual((yield* listed(payoutList, { partnerId })).total, 500)
    const { available, payoutPending } = yield* balancesOf(partnerId)
    assert.deepStrictEqual([available, payoutPending], [0n, 3_000_000_000n])
  }),

  "commits of one partner made at once all land": Effect.gen(function* () {
    const partnerId = yield* newFundedPartnerId(6_000_000n * 200n)
    const create = Effect.flatMap(
      Effect.flatMap(newPayout(partnerId), (payout) => reserving(payout)),
      commit
    )
    yield* Effect.all(
      Array.from({ length: 200 }, () => create),
      { concurrency: "unbounded", discard: true }
    )
    assert.strictEqual((yield* listed(payoutList, { partnerId })).total, 200)
    assert.strictEqual((yield* balancesOf(partnerId)).available, 0n)
  }),

  "a commit whose caller is interrupted lands whole or not at all": Effect.gen(function* () {
    const store = yield* Store
    const claims = yield* ClaimReader
    const states = yield* StateReader
    const partnerId = yield* newFundedPartnerId(6_000_000n * 40n)
    const made = yield* Effect.forEach(Array.from({ length: 40 }), () => newPayout(partnerId))
    const commits = yield* Effect.forEach(made, (payout) => reserving(payout))
    const fibers = yield* Effect.forEach(commits, (each) =>
      Effect.forkChild(store.commit(each), { startImmediately: true })
    )
    yield* Effect.forEach(
      fibers,
      (fiber, index) => (index % 3 === 0 ? Fiber.await(fiber) : Fiber.interrupt(fiber)),
      { concurrency: "unbounded" }
    )
    // Whatever was still on its way is through when a later commit is.
    yield* commit({ events: [yield* newEvent(partnerId, "adj_last")] })
    let landed = 0n
    for (const [index, { order }] of made.entries()) {
      const whole = commits[index]
      const [event] = whole?.events ?? []
      assert.isDefined(event)
      const isThere = yield* store.committed(event)
      if (isThere) landed += 1n
      assert.isTrue(isThere || index % 3 !== 0, "who waited got an answer that holds")
      assert.strictEqual(Option.isSome(yield* states.get(payouts, partnerId, order.id)), isThere)
      const claim = yield* claims.find(payoutClaims.create, partnerId, order.idempotencyKey)
      assert.strictEqual(Option.isSome(claim), isThere)
    }
    assert.strictEqual((yield* balancesOf(partnerId)).payoutPending, 6_000_000n * landed)
  })
} satisfies Checks<StorePorts | Ids>

export const commitContentSuite = suiteOf<StorePorts>("contents of commits", commitContentChecks)
