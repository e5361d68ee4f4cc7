import { assert } from "@effect/vitest"
import { BankCallbacks, BankPayments, BankReceipts, Batches, Invoices } from "@quittance/core"
import {
  AuditReader,
  invoiceAsOf,
  invoiceList,
  LedgerReader,
  SandboxBank,
  SandboxMailbox,
  SandboxStore
} from "@quittance/core/adapter"
import { Clock, Effect, Option, Stream } from "effect"
import { listed } from "../../store/listed.ts"
import type { NamedStory, Story } from "./Story.ts"
import { after, begin, booksAreRight, byProcess, drain, only, outside, partnerId } from "./storySteps.ts"

/** Fiat invoices: a file of them, and one that is paid by bank. */

const allInvoices = Effect.gen(function* () {
  const now = yield* Clock.currentTimeMillis
  const { items } = yield* listed(invoiceList, { partnerId: yield* partnerId }, { now })
  return items.map((each) => invoiceAsOf(each, now))
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
const batchStory = (): Story => {
  const importFile = Effect.gen(function* () {
    const found = (yield* allInvoices).length
    assert.include([0, mailCount + 1], found, "all rows or none")
    const batches = yield* Batches
    const imported = yield* Effect.exit(
      batches.import(yield* partnerId, {
        file,
        sendEmails: "send",
        defaultCurrency: Option.none(),
        defaultRedirectUrl: Option.none(),
        defaultCancelUrl: Option.none()
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
  const check = Effect.gen(function* () {
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
    ...after("1 hour"),
    outside(mailsAreSent),
    ...after("2 days")
  ]
  return { steps, check }
}

/** An invoice of a file, to a customer whose address is known, is paid; the process may die before its receipt goes. */
const receiptStory = (): Story => {
  const importFile = Effect.gen(function* () {
    const batches = yield* Batches
    yield* batches.import(yield* partnerId, {
      file: new TextEncoder().encode("amount,currency,email\n10,USD,customer@shop.example"),
      ...{ sendEmails: "none", defaultCurrency: Option.none() },
      ...{ defaultRedirectUrl: Option.none(), defaultCancelUrl: Option.none() }
    })
  })
  const pay = Effect.gen(function* () {
    const { order } = yield* only(allInvoices)
    const { amountMinor, currency, id, partnerId: owner } = order
    const bankTime = yield* Clock.currentTimeMillis
    const receipt = { operationId: "one", amountMinor, currency, payerBank: "Sandbox Bank", bankTime }
    yield* (yield* BankReceipts).receive(owner, id, receipt)
  })
  const check = Effect.gen(function* () {
    const mailbox = yield* SandboxMailbox
    const { order } = yield* only(allInvoices)
    const mails = (yield* mailbox.ofPartner(yield* partnerId)).map(({ id, kind }) => `${kind} ${id}`)
    // A customer who is told twice knows it by the id.
    assert.deepStrictEqual([...new Set(mails)], [`receipt ${order.id}-receipt`])
    assert.isAtMost(mails.length, 2)
    yield* booksAreRight
  })
  const steps = [begin, outside(importFile), byProcess(pay), drain, ...after("1 hour"), ...after("2 days")]
  return { steps, check }
}

/** How a bank payment goes and ends. */
interface BankPaymentEnd {
  readonly bank: string
  readonly heard: "by a lookup" | "by a callback" | "nothing"
  readonly payment: string
  readonly invoice: string
  /** Two to begin it, three to start it, then each lookup and commit, and one for the invoice's expiry. */
  readonly callCount: number
}

const bankPaymentEnds: ReadonlyArray<BankPaymentEnd> = [
  { bank: "sandbox", heard: "by a lookup", payment: "settled", invoice: "paid", callCount: 2 + 3 + 2 + 1 },
  { bank: "sandbox", heard: "by a callback", payment: "settled", invoice: "paid", callCount: 2 + 3 + 3 + 1 },
  { bank: "no-answer", heard: "by a lookup", payment: "settled", invoice: "paid", callCount: 2 + 3 + 2 + 1 },
  { bank: "declining", heard: "nothing", payment: "declined", invoice: "expired", callCount: 2 + 3 + 1 },
  { bank: "sandbox", heard: "nothing", payment: "lapsed", invoice: "expired", callCount: 2 + 3 + 2 + 1 }
]

/** A customer chooses a bank and pays there, or does not, while the process may die at any moment. */
const bankPaymentStory = (end: BankPaymentEnd): Story => {
  const issue = Effect.gen(function* () {
    const invoices = yield* Invoices
    yield* invoices.create(yield* partnerId, "the key", { amount: 100, currency: "USD" })
  })
  const invoice = only(allInvoices)
  // One choice is one payment.
  const payment = Effect.gen(function* () {
    const { order } = yield* invoice
    const payments = yield* BankPayments
    return yield* only(payments.ofInvoice(order.partnerId, order.id))
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
  const check = Effect.gen(function* () {
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
    ...(end.heard === "nothing" ? [] : [outside(settle)]),
    ...(end.heard === "by a callback" ? [byProcess(callBack)] : []),
    ...after(end.heard === "nothing" ? "3 days" : "1 minute"),
    ...after("3 days")
  ]
  return { steps, check }
}

const fileStory: NamedStory = {
  leaves: "a file's invoices issued all or none, and its e-mails sent",
  begin: batchStory,
  // One commit for the file and one for its expiry, a call and a commit for each e-mail.
  callCount: 2 + 2 * mailCount
}

const receiptNamed: NamedStory = {
  leaves: "a payment of a file's invoice with its receipt mailed",
  begin: receiptStory,
  // One commit pays; a call and a commit are the receipt, and one commit that nothing is left to expire.
  callCount: 1 + 2 + 1
}

const paymentStories = (ends: ReadonlyArray<BankPaymentEnd>): ReadonlyArray<NamedStory> =>
  ends.map((end) => ({
    leaves: `a bank payment (${end.bank}, told ${end.heard}) to end as ${end.payment}`,
    begin: () => bankPaymentStory(end),
    callCount: end.callCount
  }))

export const fiatStories: ReadonlyArray<NamedStory> = [
  fileStory,
  receiptNamed,
  ...paymentStories(bankPaymentEnds)
]

/**
 * With commits of every kind in them: whoever settles a payment that began well commits what a lookup after no answer
 * does.
 */
export const fiatStoriesInShort: ReadonlyArray<NamedStory> = [
  fileStory,
  ...paymentStories(bankPaymentEnds.filter(({ bank, heard }) => bank === "no-answer" || heard === "nothing"))
]
