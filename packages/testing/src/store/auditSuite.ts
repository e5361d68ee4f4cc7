import { assert } from "@effect/vitest"
import {
  AuditReader,
  deltasOf,
  type Ids,
  isBalanced,
  type PartnerId,
  type StorePorts,
  zeroBalances
} from "@quittance/core"
import { Effect, Stream } from "effect"
import { type Checks, suiteOf } from "../Suite.ts"
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
    claims: (yield* Stream.runCollect(snapshot.claims)).filter(isOwn),
    jobs: (yield* Stream.runCollect(snapshot.jobs)).filter(isOwn),
    storageFaults: snapshot.storageFaults
  }
}, Effect.scoped)

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
    })
    const found = yield* snapshotOf(partnerId, meanwhile)
    assert.lengthOf(found.entries, entries.length)
    assert.deepStrictEqual(found.payouts, [payout])
    assert.lengthOf(found.cryptoInvoices, 1)
    const usdt = found.balances.find(({ currency }) => currency === "USDT")
    assert.deepStrictEqual({ ...usdt?.accounts }, { ...before })
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
