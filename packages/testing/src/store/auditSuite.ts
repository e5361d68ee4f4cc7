import { assert } from "@effect/vitest"
import type { Ids, StorePorts } from "@quittance/core"
import {
  AuditReader,
  deltasOf,
  isBalanced,
  type RegisteredEndpoint,
  zeroBalances
} from "@quittance/core/adapter"
import { Effect, Stream } from "effect"
import { type Checks, suiteOf } from "../Suite.ts"
import { snapshotOf } from "./AuditSnapshots.ts"
import { invoiceHistory } from "./InvoiceHistory.ts"
import { issuingInvoice, newBankPayment, newInvoice, writingBankPayment } from "./InvoiceSamples.ts"
import {
  kycExpired,
  kycInCheck,
  kycRedacted,
  kycWith,
  newKycDocument,
  newKycSession,
  writeKycSession
} from "./KycSamples.ts"
import {
  adjusting,
  balancesOf,
  commit,
  issuing,
  newCryptoInvoice,
  newCryptoTransfers,
  newEvent,
  newFundedPartnerId,
  newPartnerId,
  newPayout,
  reserving,
  start
} from "./StoreSamples.ts"
import { newDeposit, newWallet, openingWallet, recordingDeposit } from "./TransitSamples.ts"
import { newEndpoint, newFannedOut, newMessage, posting, writeEndpoint } from "./WebhookSamples.ts"

/** An audit sees everything that was committed, as of one instant. */

const byId = (a: { readonly order: { readonly id: string } }, b: typeof a): number =>
  a.order.id < b.order.id ? -1 : 1

/** A partner with a wallet, a deposit of each state, and an endpoint whose deliveries of one message have all fates. */
const newTransitBooks = Effect.gen(function* () {
  const partnerId = yield* newPartnerId
  const wallet = yield* newWallet(partnerId)
  yield* commit(yield* openingWallet(wallet))
  const deposits = yield* Effect.forEach(["seen", "credited", "dropped", "reversed"] as const, (_tag) =>
    Effect.map(newDeposit(wallet), (seen) => ({ ...seen, _tag }))
  )
  for (const deposit of deposits) yield* commit(yield* recordingDeposit(deposit))
  const endpoint = yield* newEndpoint(partnerId)
  yield* writeEndpoint(endpoint)
  const { deliveries } = yield* newFannedOut(endpoint, ["pending", "delivered", "failed"])
  const waiting = yield* newMessage(partnerId)
  yield* commit(yield* posting(waiting))
  return { partnerId, wallet, deposits, endpoint, deliveries, waiting }
})

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
    assert.deepStrictEqual(found.storageFaults, [])
  }),

  "a snapshot has every transfer of a crypto invoice, in every state": Effect.gen(function* () {
    const partnerId = yield* newPartnerId
    const { order } = yield* newCryptoInvoice(partnerId)
    const transfers = newCryptoTransfers(order)
    for (const state of transfers)
      yield* commit({
        aggregates: [{ _tag: "CryptoTransfer", state, expectedVersion: 0 }],
        events: [yield* newEvent(partnerId, order.id)]
      })
    const found = yield* snapshotOf(partnerId, Effect.void)
    assert.deepStrictEqual(found.cryptoTransfers.toSorted(byId), transfers.toSorted(byId))
  }),

  "a snapshot has every fiat invoice and bank payment, in every state": Effect.gen(function* () {
    const partnerId = yield* newPartnerId
    const { commits, invoices } = yield* invoiceHistory(partnerId, { seed: 6, count: 60 })
    for (const each of commits) yield* commit(each)
    const payments = yield* Effect.forEach([0, 1, 2], () => newBankPayment(partnerId))
    for (const payment of payments) yield* commit(yield* writingBankPayment(payment))
    const found = yield* snapshotOf(partnerId, Effect.void)
    assert.deepStrictEqual(found.invoices.toSorted(byId), invoices.toSorted(byId))
    assert.deepStrictEqual(found.bankPayments.toSorted(byId), payments.toSorted(byId))
  }),

  "a snapshot has every KYC session, in every state": Effect.gen(function* () {
    const partnerId = yield* newPartnerId
    const waiting = yield* newKycSession(partnerId)
    const inCheck = kycInCheck(yield* newKycSession(partnerId), start)
    const ended = kycExpired(yield* newKycSession(partnerId), start)
    const redacted = kycRedacted(kycExpired(yield* newKycSession(partnerId), start), start)
    const document = yield* newKycDocument("document", "1234".repeat(16))
    const showing = kycWith(yield* newKycSession(partnerId), document)
    const sessions = [waiting, inCheck, ended, redacted, showing]
    for (const session of sessions) yield* writeKycSession(session)
    const found = yield* snapshotOf(partnerId, Effect.void)
    assert.deepStrictEqual(found.kycSessions.toSorted(byId), sessions.toSorted(byId))
  }),

  "a snapshot has every transit wallet with its balance, and every deposit in every state": Effect.gen(
    function* () {
      const { deposits, partnerId, wallet } = yield* newTransitBooks
      const empty = yield* newWallet(partnerId)
      yield* commit(yield* openingWallet(empty))
      const found = yield* snapshotOf(partnerId, Effect.void)
      assert.sameDeepMembers(found.transitWallets, [
        { _tag: "wallet", wallet, balanceMinor: 10_000_000n },
        { _tag: "wallet", wallet: empty, balanceMinor: 0n }
      ])
      assert.deepStrictEqual(found.transitDeposits.toSorted(byId), deposits.toSorted(byId))
    }
  ),

  "a snapshot has every endpoint, deleted ones too, and whatever waits for it": Effect.gen(function* () {
    const { deliveries, endpoint, partnerId, waiting } = yield* newTransitBooks
    const gone: RegisteredEndpoint = { ...(yield* newEndpoint(partnerId)), _tag: "deleted" }
    yield* writeEndpoint(gone)
    const found = yield* snapshotOf(partnerId, Effect.void)
    assert.deepStrictEqual(found.endpoints.toSorted(byId), [endpoint, gone].toSorted(byId))
    assert.deepStrictEqual(
      found.outbox.map(({ id }) => id),
      [waiting.id]
    )
    assert.deepStrictEqual(
      found.deliveries,
      deliveries.filter(({ _tag }) => _tag === "pending")
    )
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
    const endpoint = yield* newEndpoint(partnerId)
    const wallet = yield* newWallet(partnerId)
    const before = yield* balancesOf(partnerId)
    const { counters } = yield* snapshotOf(partnerId, Effect.void)
    const meanwhile = Effect.gen(function* () {
      yield* commit({ entries: [adjusting(partnerId, 900_000_000n)] })
      yield* commit(yield* reserving(yield* newPayout(partnerId)))
      yield* commit(yield* issuing(yield* newCryptoInvoice(partnerId)))
      yield* commit(yield* issuingInvoice(yield* newInvoice(partnerId)))
      yield* commit(yield* writingBankPayment(yield* newBankPayment(partnerId)))
      yield* writeKycSession(yield* newKycSession(partnerId))
      yield* commit(yield* openingWallet(wallet))
      yield* commit(yield* recordingDeposit({ ...(yield* newDeposit(wallet)), _tag: "credited" }))
      yield* writeEndpoint(endpoint)
      yield* newFannedOut(endpoint, ["pending"])
      yield* commit(yield* posting(yield* newMessage(partnerId)))
    })
    const found = yield* snapshotOf(partnerId, meanwhile)
    assert.lengthOf(found.entries, entries.length)
    assert.deepStrictEqual(found.payouts, [payout])
    assert.lengthOf(found.cryptoInvoices, 1)
    const usdt = found.balances.find(({ currency }) => currency === "USDT")
    assert.deepStrictEqual({ ...usdt?.accounts }, { ...before })
    assert.isEmpty([...found.invoices, ...found.bankPayments])
    assert.deepStrictEqual(found.counters, counters)
    assert.isEmpty([...found.kycSessions, ...found.transitWallets, ...found.transitDeposits])
    assert.isEmpty([...found.endpoints, ...found.outbox, ...found.deliveries])
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

/**
 * What an audit finds in a store that did all kinds of things. An audit reads everything, so the checks before it,
 * which fill the store, leave it to this one that their rows have no faults.
 */
export const wholeAuditChecks = {
  "storage has no faults, and the kept balances of every partner are what the entries add up to": Effect.gen(
    function* () {
      const { partnerId } = yield* newBooks
      const audit = yield* AuditReader
      const snapshot = yield* audit.snapshot
      assert.deepStrictEqual(snapshot.storageFaults, [])
      const sums = new Map<string, { -readonly [Account in keyof typeof zeroBalances]: bigint }>()
      for (const entry of yield* Stream.runCollect(snapshot.entries)) {
        const owner = `${entry.partnerId} ${entry.currency}`
        const accounts = sums.get(owner) ?? { ...zeroBalances }
        sums.set(owner, accounts)
        for (const [account, delta] of deltasOf(entry)) accounts[account] += delta
      }
      assert.isTrue(sums.has(`${partnerId} EUR`))
      for (const { accounts, currency, partnerId } of yield* Stream.runCollect(snapshot.balances)) {
        const owner = `${partnerId} ${currency}`
        assert.deepStrictEqual({ ...accounts }, sums.get(owner) ?? { ...zeroBalances }, owner)
        sums.delete(owner)
      }
      assert.deepStrictEqual([...sums.keys()], [])
    }
  ).pipe(Effect.scoped)
} satisfies Checks<StorePorts | Ids>

export const auditSuite = suiteOf<StorePorts>("audit", auditChecks)
