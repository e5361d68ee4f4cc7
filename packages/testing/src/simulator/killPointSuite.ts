import { assert, describe, it } from "@effect/vitest"
import {
  Auditor,
  Balances,
  CryptoInvoices,
  Deposits,
  Partners,
  Payouts,
  payoutStatus,
  SandboxChain,
  SandboxProcessor,
  SandboxStore,
  Worker
} from "@quittance/core"
import { Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { atEveryKillPoint } from "../faults/KillSwitch.ts"
import { bankPaymentEnds, bankPaymentStory, batchStory, callCountOfBatch } from "./fiatKillPoints.ts"
import { kycStories, kycStoriesInShort, kycStory } from "./kycKillPoints.ts"
import { callCountOfWallet, callCountOfWebhook, walletStory, webhookStory } from "./webhookKillPoints.ts"
import { attemptMax, type Services, type SharedStore, type Step, tellStory } from "./killPointStory.ts"

const timeoutMillis = 120_000

/** 2026-01-01T00:00:00Z. */
const start = 1_767_225_600_000

/** Longer than the longest wait of the payout schedule with its spread. */
const hop = "16 hours"

const usdt = 1_000_000n
const address = "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8"

const partnerId = Effect.flatMap(Partners, (partners) => Effect.map(partners.ensure("shop"), ({ id }) => id))

const outside = (run: Step["run"]): Step => ({ by: "outside", run })
const byProcess = (run: Step["run"]): Step => ({ by: "process", run })
const drain = byProcess(Effect.flatMap(Worker, (worker) => worker.drain))
const laterDrain = [outside(TestClock.adjust(hop)), drain]

const fund = outside(
  Effect.gen(function* () {
    yield* TestClock.setTime(start)
    const balances = yield* Balances
    yield* balances.adjust(yield* partnerId, { amount: 100 })
  })
)

const balancesVerified = Effect.gen(function* () {
  const auditor = yield* Auditor
  assert.deepStrictEqual((yield* auditor.verify).faults, [])
  const balances = yield* Balances
  return yield* balances.get(yield* partnerId)
})

/** What becomes of a payout of 10 USDT and its fee of 2, however often the process dies over it. */
interface PayoutEnd {
  readonly status: string
  readonly transferCount: number
  readonly availableMinor: bigint
  /**
   * How many commits and calls its life has, so that a test that lost its way is noticed: one for the creation, three for
   * each submission or lookup (intent, call, outcome), one for each time that it is asked to be abandoned.
   */
  readonly callCount: number
}

const paid = { status: "COMPLETED/confirmed", transferCount: 1, availableMinor: 88n * usdt }
const payoutEnds: { readonly [note: string]: PayoutEnd } = {
  "": { ...paid, callCount: 1 + 3 },
  "sandbox:reject": {
    status: "FAILED/rejected",
    transferCount: 0,
    availableMinor: 100n * usdt,
    callCount: 1 + 3
  },
  "sandbox:no-answer": {
    status: "PENDING/unknown",
    transferCount: 0,
    availableMinor: 88n * usdt,
    callCount: 1 + (attemptMax + 1) * 3 + 2
  },
  "sandbox:no-answer-then-complete": { ...paid, callCount: 1 + 2 * 3 },
  "sandbox:slow": { ...paid, callCount: 1 + 2 * 3 }
}

const payoutStory = (sharedStore: SharedStore, note: string, end: PayoutEnd) => {
  const acknowledged: Array<string> = []
  const create = Effect.gen(function* () {
    const payouts = yield* Payouts
    const input = { amount: 10, network: "tron", address, note }
    const { value } = yield* payouts.create(yield* partnerId, "the key", input)
    acknowledged.push(value.id)
  })
  const check: Effect.Effect<void, unknown, Services> = Effect.gen(function* () {
    const payouts = yield* Payouts
    const { items } = yield* payouts.list(yield* partnerId, {}, { page: 1, limit: 10 })
    const ids = items.map(({ order }) => order.id)
    assert.deepStrictEqual(ids, [...new Set(acknowledged)], "every answer named the one payout")
    const [payout] = items
    assert(payout !== undefined)
    assert.strictEqual(`${payoutStatus(payout)}/${payout._tag}`, end.status)
    const execution = yield* SandboxProcessor.findExecution(yield* SandboxStore, payout.order.reference)
    const isExecuted = Option.exists(execution, ({ status }) => status === "executed")
    assert.strictEqual(isExecuted ? 1 : 0, end.transferCount)
    const balance = yield* balancesVerified
    assert.strictEqual(balance.availableMinor, end.availableMinor)
    assert.strictEqual(balance.pendingMinor, end.status.startsWith("PENDING") ? 12n * usdt : 0n)
    acknowledged.length = 0
  })
  // Every attempt, and one look after they are spent.
  const steps = [
    fund,
    byProcess(create),
    drain,
    ...Array.from({ length: attemptMax }, () => laterDrain).flat()
  ]
  return tellStory(sharedStore, steps, check)
}

/** Two halves, too much, and a reorganisation of what was credited. */
const invoiceStory = (sharedStore: SharedStore) => {
  const acknowledged: Array<string> = []
  const request = { amount: 10, network: "tron", externalId: "the order" }
  const create = Effect.gen(function* () {
    const invoices = yield* CryptoInvoices
    const { value } = yield* invoices.create(yield* partnerId, request)
    acknowledged.push(value.order.id)
  })
  const invoice = Effect.gen(function* () {
    const invoices = yield* CryptoInvoices
    return yield* invoices.getByExternalId(yield* partnerId, request.externalId)
  })
  const send = (txHash: string, units: bigint, confirmations: number) =>
    outside(
      Effect.gen(function* () {
        const chain = yield* SandboxChain
        const { order } = yield* invoice
        yield* chain.deposit({
          network: "tron",
          address: order.address,
          txHash,
          logIndex: 0,
          amountMinor: units * usdt,
          confirmations
        })
      })
    )
  const refresh = byProcess(
    Effect.gen(function* () {
      const deposits = yield* Deposits
      const { order } = yield* invoice
      yield* deposits.refresh("tron", order.address)
    })
  )
  const drop = (txHash: string) =>
    outside(Effect.flatMap(SandboxChain, (chain) => Effect.asVoid(chain.drop(txHash))))
  const check: Effect.Effect<void, unknown, Services> = Effect.gen(function* () {
    const { _tag, order, transfers } = yield* invoice
    assert.deepStrictEqual([...new Set(acknowledged)], [order.id], "every answer named the one invoice")
    assert.strictEqual(_tag, "paid")
    assert.deepStrictEqual(transfers.map(({ status, txHash }) => `${txHash} ${status}`).toSorted(), [
      "first credited",
      "lost dropped",
      "second credited",
      "third reversed"
    ])
    const balance = yield* balancesVerified
    assert.strictEqual(balance.receivedMinor, 16_830_000n)
    assert.strictEqual(balance.adjustmentsMinor, 100n * usdt - 6_930_000n)
    acknowledged.length = 0
  })
  const steps = [
    fund,
    byProcess(create),
    send("first", 5n, 1),
    refresh,
    send("first", 5n, 20),
    send("lost", 5n, 1),
    refresh,
    drop("lost"),
    refresh,
    send("second", 5n, 20),
    refresh,
    send("third", 7n, 20),
    outside(TestClock.adjust("1 minute")),
    drain,
    drop("third"),
    refresh,
    outside(TestClock.adjust("9 days")),
    drain
  ]
  return tellStory(sharedStore, steps, check)
}

/** The commits and calls of the invoice's life: 3 to issue it, 14 to read and record what is sent, 2 to let it go. */
const callCountOfInvoice = 3 + 14 + 2

/**
 * Kills the process at every kill point of a life: before and after each commit and each call to a provider. Whatever the
 * point, its successor brings the same end about: no transfer twice, no debit lost, nobody checked twice, nothing forgotten that
 * was answered. Of KYC sessions, of which most calls go elsewhere, a slow store may tell in short.
 */
export const killPointSuite = (
  name: string,
  sharedStore: SharedStore,
  kyc: "every story" | "in short" = "every story"
): void => {
  describe(`a process killed anywhere (${name})`, () => {
    for (const [note, end] of Object.entries(payoutEnds)) {
      it.effect(
        `leaves a payout "${note}" to end as ${end.status}`,
        () =>
          Effect.gen(function* () {
            const count = yield* atEveryKillPoint(payoutStory(sharedStore, note, end))
            assert.strictEqual(count, 2 * end.callCount)
          }),
        timeoutMillis
      )
    }
    it.effect(
      "leaves an invoice to end with every transfer credited once",
      () =>
        Effect.gen(function* () {
          const count = yield* atEveryKillPoint(invoiceStory(sharedStore))
          assert.strictEqual(count, 2 * callCountOfInvoice)
        }),
      timeoutMillis
    )
    it.effect(
      "leaves a file's invoices issued all or none, and its e-mails sent",
      () =>
        Effect.gen(function* () {
          const count = yield* atEveryKillPoint(batchStory(sharedStore))
          assert.strictEqual(count, 2 * callCountOfBatch)
        }),
      timeoutMillis
    )
    it.effect(
      "leaves every receiver told of every event, and a log that says no more than that",
      () =>
        Effect.gen(function* () {
          const count = yield* atEveryKillPoint(webhookStory(sharedStore))
          assert.strictEqual(count, 2 * callCountOfWebhook)
        }),
      timeoutMillis
    )
    it.effect(
      "leaves a wallet with every deposit counted once, and told",
      () =>
        Effect.gen(function* () {
          const count = yield* atEveryKillPoint(walletStory(sharedStore))
          assert.strictEqual(count, 2 * callCountOfWallet)
        }),
      timeoutMillis
    )
    for (const end of bankPaymentEnds) {
      it.effect(
        `leaves a bank payment (${end.bank}, told ${end.told}) to end as ${end.payment}`,
        () =>
          Effect.gen(function* () {
            const count = yield* atEveryKillPoint(bankPaymentStory(sharedStore, end))
            assert.strictEqual(count, 2 * end.callCount)
          }),
        timeoutMillis
      )
    }
    for (const story of kyc === "in short" ? kycStoriesInShort : kycStories) {
      it.effect(
        `leaves a KYC session ${story.name} to end as ${story.ends}`,
        () =>
          Effect.gen(function* () {
            const count = yield* atEveryKillPoint(kycStory(sharedStore, story))
            assert.strictEqual(count, 2 * story.callCount)
          }),
        timeoutMillis
      )
    }
  })
}
