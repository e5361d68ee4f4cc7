import { assert } from "@effect/vitest"
import type { Ids, StorePorts } from "@quittance/core"
import { isBalanced, LedgerReader } from "@quittance/core/adapter"
import { Effect, Result } from "effect"
import { type Checks, suiteOf } from "../Suite.ts"
import { adjusting, balancesOf, commit, entryOf, newFundedPartnerId, newPartnerId } from "./StoreSamples.ts"

/** Entries, the balances that they add up to, and the accounts that no debit may take below zero. */

const available = (partnerId: string) => Effect.map(balancesOf(partnerId), (balances) => balances.available)

export const limitChecks = {
  "a debit may take an account to zero": Effect.gen(function* () {
    const partnerId = yield* newFundedPartnerId(100n)
    yield* commit({ entries: [adjusting(partnerId, -100n)] })
    assert.strictEqual(yield* available(partnerId), 0n)
  }),

  "a debit below zero is refused, naming partner and account": Effect.gen(function* () {
    const partnerId = yield* newFundedPartnerId(100n)
    const refusal = yield* Effect.flip(commit({ entries: [adjusting(partnerId, -101n)] }))
    assert.deepInclude(refusal, { _tag: "LimitExceeded", partnerId, account: "available" })
    assert.strictEqual(yield* available(partnerId), 100n)
  }),

  "a partner without any entry has nothing to debit": Effect.gen(function* () {
    const partnerId = yield* newPartnerId
    assert.strictEqual(
      (yield* Effect.flip(commit({ entries: [adjusting(partnerId, -1n)] })))._tag,
      "LimitExceeded"
    )
  }),

  "pending payouts cannot be returned or settled beyond what was reserved": Effect.gen(function* () {
    const partnerId = yield* newFundedPartnerId(100n)
    const reserve = entryOf(partnerId, [{ debit: "available", credit: "payoutPending", amountMinor: 60n }])
    const settle = entryOf(partnerId, [{ debit: "payoutPending", credit: "payoutSettled", amountMinor: 60n }])
    yield* commit({ entries: [reserve] })
    yield* commit({ entries: [settle] })
    const refusal = yield* Effect.flip(commit({ entries: [settle] }))
    assert.deepInclude(refusal, { _tag: "LimitExceeded", account: "payoutPending" })
  }),

  "accounts that may go below zero do": Effect.gen(function* () {
    const partnerId = yield* newPartnerId
    yield* commit({
      entries: [
        entryOf(partnerId, [
          { debit: "deposits", credit: "available", amountMinor: 97n },
          { debit: "deposits", credit: "invoiceFees", amountMinor: 3n }
        ])
      ]
    })
    const balances = yield* balancesOf(partnerId)
    assert.deepStrictEqual([balances.deposits, balances.available, balances.invoiceFees], [-100n, 97n, 3n])
    assert.isTrue(isBalanced(balances))
  }),

  "a waived entry takes an account below zero": Effect.gen(function* () {
    const partnerId = yield* newFundedPartnerId(100n)
    yield* commit({ entries: [adjusting(partnerId, -250n, { limit: "waived" })] })
    assert.strictEqual(yield* available(partnerId), -150n)
  }),

  "a credit passes on an account that stays below zero, a debit does not": Effect.gen(function* () {
    const partnerId = yield* newFundedPartnerId(100n)
    yield* commit({ entries: [adjusting(partnerId, -250n, { limit: "waived" })] })
    yield* commit({ entries: [adjusting(partnerId, 50n)] })
    assert.strictEqual(yield* available(partnerId), -100n)
    assert.strictEqual(
      (yield* Effect.flip(commit({ entries: [adjusting(partnerId, -1n)] })))._tag,
      "LimitExceeded"
    )
    assert.strictEqual(yield* available(partnerId), -100n)
  }),

  "the limit looks at what an entry moves on balance": Effect.gen(function* () {
    const partnerId = yield* newFundedPartnerId(10n)
    const throughAndBack = entryOf(partnerId, [
      { debit: "available", credit: "payoutPending", amountMinor: 50n },
      { debit: "deposits", credit: "available", amountMinor: 45n }
    ])
    yield* commit({ entries: [throughAndBack] })
    assert.strictEqual(yield* available(partnerId), 5n)
    assert.strictEqual(
      (yield* Effect.flip(commit({ entries: [throughAndBack, throughAndBack] })))._tag,
      "LimitExceeded"
    )
    assert.strictEqual(yield* available(partnerId), 5n)
  }),

  "entries of a commit land in their order, each on the one before": Effect.gen(function* () {
    const partnerId = yield* newPartnerId
    yield* commit({ entries: [adjusting(partnerId, 100n), adjusting(partnerId, -100n)] })
    assert.strictEqual(yield* available(partnerId), 0n)
    const wrongOrder = commit({ entries: [adjusting(partnerId, -100n), adjusting(partnerId, 100n)] })
    assert.strictEqual((yield* Effect.flip(wrongOrder))._tag, "LimitExceeded")
  }),

  "concurrent debits never take more than there is": Effect.gen(function* () {
    const partnerId = yield* newFundedPartnerId(100n)
    const debits = Array.from({ length: 40 }, () =>
      Effect.result(commit({ entries: [adjusting(partnerId, -7n)] }))
    )
    const results = yield* Effect.all(debits, { concurrency: "unbounded" })
    const refusals = results.filter(Result.isFailure).map(({ failure }) => failure._tag)
    assert.deepStrictEqual(
      refusals,
      Array.from({ length: 26 }, () => "LimitExceeded")
    )
    assert.strictEqual(yield* available(partnerId), 2n)
  }),

  "a refused debit does not hold up its neighbours": Effect.gen(function* () {
    const partnerId = yield* newFundedPartnerId(10n)
    const other = yield* newPartnerId
    const [debit, credit] = yield* Effect.all(
      [commit({ entries: [adjusting(partnerId, -11n)] }), commit({ entries: [adjusting(other, 1n)] })].map(
        Effect.result
      ),
      { concurrency: "unbounded" }
    )
    assert.isTrue(debit !== undefined && Result.isFailure(debit))
    assert.isTrue(credit !== undefined && Result.isSuccess(credit))
    assert.strictEqual(yield* available(other), 1n)
  }),

  "balances near the largest amounts are exact": Effect.gen(function* () {
    const partnerId = yield* newPartnerId
    const most = 9_000_000_000_000_000n
    yield* commit({ entries: [adjusting(partnerId, most)] })
    yield* commit({ entries: [adjusting(partnerId, most - 1n), adjusting(partnerId, -2n)] })
    assert.strictEqual(yield* available(partnerId), 2n * most - 3n)
  }),

  "partners and currencies have balances of their own": Effect.gen(function* () {
    const partnerId = yield* newFundedPartnerId(100n)
    const other = yield* newFundedPartnerId(1n)
    const ledger = yield* LedgerReader
    yield* commit({ entries: [adjusting(partnerId, 5n, { currency: "EUR" })] })
    assert.strictEqual(yield* available(partnerId), 100n)
    assert.strictEqual(yield* available(other), 1n)
    assert.strictEqual((yield* ledger.balances(partnerId, "EUR")).available, 5n)
    assert.strictEqual((yield* ledger.balances(partnerId, "USD")).available, 0n)
    const wrongCurrency = commit({ entries: [adjusting(partnerId, -6n, { currency: "EUR" })] })
    assert.strictEqual((yield* Effect.flip(wrongCurrency))._tag, "LimitExceeded")
  })
} satisfies Checks<StorePorts | Ids>

export const limitSuite = suiteOf<StorePorts>("limits", limitChecks)
