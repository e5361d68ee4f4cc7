import { assert } from "@effect/vitest"
import { deltasOf, type Ids, isBalanced, type StorePorts, zeroBalances } from "@quittance/core"
import { Effect } from "effect"
import { type Checks, suiteOf } from "../Suite.ts"
import { snapshotOf } from "./AuditSnapshots.ts"
import { issuingInvoice, newBankPayment, newInvoice, writingBankPayment } from "./InvoiceSamples.ts"
import { newKycSession, writeKycSession } from "./KycSamples.ts"
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
import { newDeposit, newWallet, openingWallet, recordingDeposit } from "./TransitSamples.ts"
import { newEndpoint, newFannedOut, newMessage, posting, writeEndpoint } from "./WebhookSamples.ts"

/** An audit sees everything that was committed, as of one instant. */

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
    const found = yield* snapshotOf(partnerId)
    assert.deepStrictEqual(found.entries, entries)
    assert.deepStrictEqual(found.states, { Payout: [payout], CryptoInvoice: [invoice] })
    assert.deepStrictEqual(found.storageFaults, [])
  }),

  "a snapshot has every wallet with its balance, every message that waits and every delivery that is pending":
    Effect.gen(function* () {
      const partnerId = yield* newPartnerId
      const [wallet, empty] = [yield* newWallet(partnerId), yield* newWallet(partnerId)]
      for (const each of [wallet, empty]) yield* commit(yield* openingWallet(each))
      for (const _tag of ["seen", "credited", "dropped", "reversed"] as const)
        yield* commit(yield* recordingDeposit({ ...(yield* newDeposit(wallet)), _tag }))
      const { deliveries } = yield* newFannedOut(yield* newEndpoint(partnerId), [
        "pending",
        "delivered",
        "failed"
      ])
      const waiting = yield* newMessage(partnerId)
      yield* commit(yield* posting(waiting))
      const found = yield* snapshotOf(partnerId)
      assert.sameDeepMembers(found.transitWallets, [
        { _tag: "wallet", wallet, balanceMinor: 10_000_000n },
        { _tag: "wallet", wallet: empty, balanceMinor: 0n }
      ])
      assert.deepStrictEqual(
        found.outbox.map(({ id }) => id),
        [waiting.id]
      )
      assert.deepStrictEqual(found.deliveries, deliveries.slice(0, 1))
    }),

  "a snapshot has every claim and every job": Effect.gen(function* () {
    const partnerId = yield* newFundedPartnerId(100_000_000n)
    const payout = yield* newPayout(partnerId)
    const reserve = yield* reserving(payout)
    yield* commit(reserve)
    const found = yield* snapshotOf(partnerId)
    assert.includeDeepMembers([...found.claims], [...reserve.claims])
    assert.deepStrictEqual(
      found.jobs.map(({ kind, subjectId }) => ({ kind, subjectId })),
      reserve.jobs.map(({ kind, subjectId }) => ({ kind, subjectId }))
    )
  }),

  "kept balances are what the entries add up to": Effect.gen(function* () {
    const { partnerId } = yield* newBooks
    const { balances, entries } = yield* snapshotOf(partnerId)
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
    const { entries, invoice, partnerId, payout } = yield* newBooks
    const endpoint = yield* newEndpoint(partnerId)
    const wallet = yield* newWallet(partnerId)
    const before = yield* balancesOf(partnerId)
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
    assert.deepStrictEqual(found.states, { Payout: [payout], CryptoInvoice: [invoice] })
    const usdt = found.balances.find(({ currency }) => currency === "USDT")
    assert.deepStrictEqual({ ...usdt?.accounts }, { ...before })
    assert.isEmpty([...found.counters, ...found.transitWallets, ...found.outbox, ...found.deliveries])
    assert.strictEqual((yield* balancesOf(partnerId)).available, before.available + 894_000_000n)
    const later = Object.entries((yield* snapshotOf(partnerId)).states).map(([name, all]) => [
      name,
      all.length
    ])
    assert.deepStrictEqual(Object.fromEntries(later), {
      Payout: 2,
      CryptoInvoice: 2,
      Invoice: 1,
      BankPayment: 1,
      KycSession: 1,
      TransitWallet: 1,
      TransitDeposit: 1,
      WebhookEndpoint: 1
    })
  }),

  "an empty partner has no books": Effect.gen(function* () {
    const partnerId = yield* newPartnerId
    const { balances, entries, states } = yield* snapshotOf(partnerId)
    assert.deepStrictEqual([...entries, ...Object.keys(states)], [])
    assert.isTrue(balances.every(({ accounts }) => Object.values(accounts).every((amount) => amount === 0n)))
  })
} satisfies Checks<StorePorts | Ids>

export const auditSuite = suiteOf<StorePorts>("audit", auditChecks)
