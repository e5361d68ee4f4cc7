import { assert } from "@effect/vitest"
import {
  Auditor,
  AuditReader,
  BankCallbacks,
  BankPayments,
  Batches,
  Invoices,
  LedgerReader,
  Partners,
  SandboxBank,
  SandboxMailbox,
  SandboxStore,
  Worker
} from "@quittance/core"
import { Clock, Effect, Option, Stream } from "effect"
import { TestClock } from "effect/testing"
import type { KillSwitch } from "../faults/KillSwitch.ts"
import { type Services, type SharedStore, type Step, tellStory } from "./killPointStory.ts"

/** The lives of fiat invoices that are told once for each of their kill points. */

/** 2026-01-01T00:00:00Z. */
const start = 1_767_225_600_000

const partnerId = Effect.flatMap(Partners, (partners) => Effect.map(partners.ensure("shop"), ({ id }) => id))

const outside = (run: Step["run"]): Step => ({ by: "outside", run })
const byProcess = (run: Step["run"]): Step => ({ by: "process", run })
const drain = byProcess(Effect.flatMap(Worker, (worker) => worker.drain))

const begin = outside(Effect.andThen(TestClock.setTime(start), partnerId))

const allInvoices = Effect.gen(function* () {
  const invoices = yield* Invoices
  return (yield* invoices.list(yield* partnerId, {}, { page: 1, limit: 100 })).items
})

const booksAreRight = Effect.gen(function* () {
  const auditor = yield* Auditor
  assert.deepStrictEqual((yield* auditor.verify).faults, [])
})

/** How many entries of each kind the journal has. */
const entryCounts = Effect.scoped(
  Effect.gen(function* () {
    const { entries } = yield* (yield* AuditReader).snapshot
    const counts: Record<string, number> = {}
    yield* Stream.runForEach(entries, ({ kind }) =>
      Effect.sync(() => {
        counts[kind] = (counts[kind] ?? 0) + 1
      })
    )
    return counts
  })
)

const mailCount = 3

/** Rows, all but the last with an address. */
const file = new TextEncoder().encode(
  [
    "amount,currency,externalId,email",
    ...Array.from({ length: mailCount }, (_, index) => `10,USD,${index},customer${index}@shop.example`),
    `10,USD,${mailCount},`
  ].join("\n")
)

/** A file with e-mails, sent by a process that may die over it, and expired a day later. */
export const batchStory = (sharedStore: SharedStore): Effect.Effect<void, unknown, KillSwitch> => {
  const importFile = Effect.gen(function* () {
    const found = (yield* allInvoices).length
    assert.include([0, mailCount + 1], found, "all rows or none")
    const batches = yield* Batches
    const imported = yield* Effect.exit(
      batches.import(yield* partnerId, {
        file,
        sendEmails: "send",
        defaultCurrency: Option.none(),
        defaultRedirectUrl: Option.none()
      })
    )
    assert.strictEqual(imported._tag, found === 0 ? "Success" : "Failure")
  })
  // One process dies, so an e-mail is sent twice at most; more exactly, the providers watch over it.
  const mailsAreSent = Effect.gen(function* () {
    const mailbox = yield* SandboxMailbox
    const copies = new Map<string, number>()
    for (const { to } of yield* mailbox.ofPartner(yield* partnerId)) copies.set(to, (copies.get(to) ?? 0) + 1)
    assert.strictEqual(copies.size, mailCount, "every e-mail is sent")
    for (const [to, count] of copies) assert.isAtMost(count, 2, to)
  })
  const check: Effect.Effect<void, unknown, Services> = Effect.gen(function* () {
    const invoices = yield* allInvoices
    assert.deepStrictEqual(
      invoices.map(({ _tag, order }) => `${Option.getOrNull(order.externalId)} ${_tag}`).toSorted(),
      ["0 expired", "1 expired", "2 expired", "3 expired"]
    )
    const batchIds = new Set(invoices.map(({ order }) => Option.getOrNull(order.batchId)))
    assert.strictEqual(batchIds.size, 1)
    const [batchId] = batchIds
    const batches = yield* Batches
    const { tally } = yield* batches.get(yield* partnerId, batchId ?? "")
    assert.deepStrictEqual(tally, { paidCount: 0, paidMinor: 0n, mailsUnsent: 0 })
    yield* booksAreRight
  })
  const steps = [
    begin,
    byProcess(importFile),
    drain,
    outside(mailsAreSent),
    outside(TestClock.adjust("1 hour")),
    drain,
    outside(mailsAreSent),
    outside(TestClock.adjust("2 days")),
    drain
  ]
  return tellStory(sharedStore, steps, check)
}

/** One commit for the file and one for its expiry, a call and a commit for each e-mail. */
export const callCountOfBatch = 2 + 2 * mailCount

/** How a bank payment goes and ends. */
export interface BankPaymentEnd {
  readonly bank: string
  readonly told: "by a lookup" | "by a callback" | "nothing"
  readonly payment: string
  readonly invoice: string
  /** Two to begin it, three to start it, then each lookup and commit, and one for the invoice's expiry. */
  readonly callCount: number
}

export const bankPaymentEnds: ReadonlyArray<BankPaymentEnd> = [
  { bank: "sandbox", told: "by a lookup", payment: "settled", invoice: "paid", callCount: 2 + 3 + 2 + 1 },
  { bank: "sandbox", told: "by a callback", payment: "settled", invoice: "paid", callCount: 2 + 3 + 3 + 1 },
  { bank: "no-answer", told: "by a lookup", payment: "settled", invoice: "paid", callCount: 2 + 3 + 2 + 1 },
  { bank: "declining", told: "nothing", payment: "declined", invoice: "expired", callCount: 2 + 3 + 1 },
  { bank: "sandbox", told: "nothing", payment: "lapsed", invoice: "expired", callCount: 2 + 3 + 2 + 1 }
]

/** A customer chooses a bank and pays there, or does not, while the process may die at any moment. */
export const bankPaymentStory = (
  sharedStore: SharedStore,
  end: BankPaymentEnd
): Effect.Effect<void, unknown, KillSwitch> => {
  const issue = Effect.gen(function* () {
    const invoices = yield* Invoices
    yield* invoices.create(yield* partnerId, "the key", { amount: 100, currency: "USD" })
  })
  const invoice = Effect.gen(function* () {
    const [issued, ...others] = yield* allInvoices
    assert(issued !== undefined && others.length === 0)
    return issued
  })
  const payment = Effect.gen(function* () {
    const { order } = yield* invoice
    const payments = yield* BankPayments
    const [begun, ...others] = yield* payments.ofInvoice(order.partnerId, order.id)
    assert(begun !== undefined && others.length === 0, "one choice is one payment")
    return begun
  })
  const choose = Effect.gen(function* () {
    const { order } = yield* invoice
    const payments = yield* BankPayments
    yield* payments.begin(order.partnerId, order.id, end.bank)
  })
  const settle = Effect.gen(function* () {
    const { order } = yield* payment
    const bank = yield* SandboxBank
    yield* bank.settle(order.id, {
      operationId: "the operation",
      amountMinor: order.amountMinor,
      currency: order.currency,
      payerBank: "Sandbox Bank",
      bankTime: yield* Clock.currentTimeMillis
    })
  })
  const callBack = Effect.gen(function* () {
    const callbacks = yield* BankCallbacks
    yield* callbacks.refresh((yield* payment).order.id)
  })
  const check: Effect.Effect<void, unknown, Services> = Effect.gen(function* () {
    assert.strictEqual((yield* payment)._tag, end.payment)
    assert.strictEqual((yield* invoice)._tag, end.invoice)
    const atRail = yield* (yield* SandboxStore).list("bank", "")
    assert.lengthOf(atRail, 1, "the rail has one payment")
    assert.deepStrictEqual(yield* entryCounts, end.invoice === "paid" ? { "invoice.paid": 1 } : {})
    const ledger = yield* LedgerReader
    const { available, unresolved } = yield* ledger.balances(yield* partnerId, "USD")
    assert.deepStrictEqual([available, unresolved], [end.invoice === "paid" ? 10_000n : 0n, 0n])
    yield* booksAreRight
  })
  const steps = [
    begin,
    outside(issue),
    byProcess(choose),
    drain,
    ...(end.told === "nothing" ? [] : [outside(settle)]),
    ...(end.told === "by a callback" ? [byProcess(callBack)] : []),
    outside(TestClock.adjust(end.told === "nothing" ? "3 days" : "1 minute")),
    drain,
    outside(TestClock.adjust("3 days")),
    drain
  ]
  return tellStory(sharedStore, steps, check)
}
