import { assert, describe } from "@effect/vitest"
import { BankReceipts, Batches, CryptoInvoices, Invoices, Operations } from "@quittance/core"
import {
  Brandings,
  type CryptoInvoiceOrder,
  type Instant,
  invoiceJobs,
  Mailer,
  MailerUnavailable,
  MailRefused,
  type MemoryState,
  mailJobs,
  millisPerDay,
  millisPerHour,
  millisPerMinute,
  SandboxChain,
  SandboxMailbox
} from "@quittance/core/adapter"
import { Clock, Effect, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import { makeReceiptJobs } from "../../src/concepts/mail/receiptJobs.ts"
import { anotherProcess, Memory, Seen, start, test, testIn } from "./Deployment.ts"
import {
  booksAreRight,
  drain,
  issueFiat,
  readFiat,
  receiptOf,
  receiveFiat,
  shop,
  workFor
} from "./fiatInvoices.ts"
import { issue, refresh, send } from "./invoices.ts"

const address = "anna@shop.example"

/** A fiat invoice over 10 USD to a customer whose address is known; no payment link is mailed. */
const issueTo = Effect.fnUntraced(function* (partnerId: string, email = address) {
  const { invoices } = yield* (yield* Batches).import(partnerId, {
    file: new TextEncoder().encode(`amount,currency,email,description\n10,USD,${email},Green tea`),
    ...{ sendEmails: "none", defaultCurrency: Option.none() },
    ...{ defaultRedirectUrl: Option.none(), defaultCancelUrl: Option.none() }
  })
  const [made] = invoices
  assert(made !== undefined)
  return made.order
})

const payCrypto = Effect.fnUntraced(function* (order: CryptoInvoiceOrder, txHash = "one") {
  yield* send(order, 100, { txHash })
  yield* refresh(order)
})

const mailsOf = (partnerId: string) =>
  Effect.flatMap(SandboxMailbox, (mailbox) => mailbox.ofPartner(partnerId))

const receiptJobs = ({ jobs }: MemoryState) =>
  [...jobs.values()].filter(({ kind }) => kind === mailJobs.receipt).map(({ subjectId }) => subjectId)

/** What was recorded of receipts, and by whom. */
const ends = ({ events }: MemoryState) =>
  [...events.values()].flatMap(({ actor, event }) =>
    event._tag === "ReceiptMailSent"
      ? [`${actor} sent`]
      : event._tag === "ReceiptMailFailed"
        ? [`${actor} ${event.reason}`]
        : []
  )

/** A mail server that answers the n-th attempt so, counted from 0, and notes when it was asked. */
const serverOf = (
  attempts: Array<Instant>,
  answer: (attempt: number) => Effect.Effect<void, MailerUnavailable | MailRefused>
) =>
  Layer.succeed(Mailer, {
    send: () =>
      Effect.flatMap(Clock.currentTimeMillis, (at) => Effect.suspend(() => answer(attempts.push(at) - 1)))
  })

const away = Effect.fail(new MailerUnavailable({ reason: "451 try again later" }))

const chain = (change: (chain: SandboxChain["Service"]) => Effect.Effect<unknown, unknown>) =>
  Effect.flatMap(SandboxChain, change)

describe("the receipt of a paid invoice", () => {
  test("is due with the payment's own commit, goes out once, and is told in the history", function* () {
    const partnerId = yield* shop()
    yield* (yield* Brandings).set(partnerId, { name: "Blue Cup" })
    const fiat = yield* issueTo(partnerId)
    const crypto = yield* issue(partnerId, 100, { customerEmail: address, description: "Coffee" })
    assert.deepStrictEqual(receiptJobs(yield* Memory), [])
    yield* receiveFiat(fiat, "operation")
    yield* payCrypto(crypto, "0xabc")
    assert.sameMembers(receiptJobs(yield* Memory), [fiat.id, crypto.id])
    yield* drain
    const mails = yield* mailsOf(partnerId)
    assert.sameMembers(
      mails.map(({ id, invoiceId, kind, to }) => `${kind} ${id} ${invoiceId} ${to}`),
      [fiat, crypto].map(({ id }) => `receipt ${id}-receipt ${id} ${address}`)
    )
    const told = (id: string) => {
      const found = mails.find(({ invoiceId }) => invoiceId === id)
      assert(found !== undefined)
      return found
    }
    const own = {
      [fiat.id]: ["10.00 USD", "Green tea", "Sandbox Bank", `/pay/bank/${fiat.token}/receipt`],
      [crypto.id]: ["100.00 USDT", "Coffee", "0xabc", "Tron", `/pay/crypto/${crypto.token}/receipt`]
    }
    for (const [id, facts] of Object.entries(own))
      for (const part of [told(id).text, told(id).html])
        for (const fact of [...facts, id, "Blue Cup", "2026-01-01 00:00 UTC", "no real money"])
          assert.include(part, fact)
    assert.deepStrictEqual(ends(yield* Memory), ["provider:mail sent", "provider:mail sent"])
    const { cryptoInvoices, invoices } = yield* Operations
    const types = ({ history }: { readonly history: ReadonlyArray<{ readonly type: string }> }) =>
      history.map(({ type }) => type)
    assert.include(types(yield* invoices.history(partnerId, fiat.id)), "receipt_sent")
    assert.include(types(yield* cryptoInvoices.history(partnerId, crypto.id)), "receipt_sent")
    // More money changes a paid invoice, and no receipt follows.
    yield* payCrypto(crypto, "0xdef")
    yield* workFor(mailJobs.receipt, millisPerDay)
    assert.lengthOf(yield* mailsOf(partnerId), 2)
    yield* booksAreRight
  })

  const greylisted: Array<Instant> = []
  testIn({ mailer: serverOf(greylisted, (attempt) => (attempt === 0 ? away : Effect.void)) })(
    "is tried again for a transfer whose statement was read a week after the bank had booked it",
    function* () {
      const order = yield* issueTo(yield* shop())
      yield* TestClock.setTime(start + 7 * millisPerDay)
      const paidAt = order.createdAt + 1
      const receipt = { ...receiptOf(order, "ste_1", paidAt), entryId: Option.some("ste_1") }
      const time = { paidAt, isLate: false, isTooLate: false }
      yield* (yield* BankReceipts).receiveTransfer(order.partnerId, order.id, receipt, time)
      yield* workFor(mailJobs.receipt, millisPerDay)
      assert.lengthOf(greylisted, 2)
      assert.deepStrictEqual(ends(yield* Memory), ["provider:mail sent"])
    }
  )

  test("is not mailed of money that its bank took back before", function* () {
    const order = yield* issueTo(yield* shop())
    const { order: payment } = yield* receiveFiat(order, "operation")
    yield* (yield* BankReceipts).recall(order.partnerId, payment.id, "2026-01-02")
    yield* workFor(mailJobs.receipt, 6 * millisPerDay)
    assert.deepStrictEqual(yield* mailsOf(order.partnerId), [])
    assert.deepStrictEqual(ends(yield* Memory), ["system the money was taken back"])
  })

  test("is for nobody where no address is known, and where no mail server is", function* () {
    const partnerId = yield* shop()
    yield* receiveFiat(yield* issueFiat(partnerId), "operation")
    yield* payCrypto(yield* issue(partnerId, 100))
    assert.deepStrictEqual(receiptJobs(yield* Memory), [])
    const jobsWithoutMailer = Effect.runSync(makeReceiptJobs)
    assert.deepStrictEqual(jobsWithoutMailer(yield* issueTo(partnerId), start), [])
  })

  testIn({ settings: { mail: { receipts: false } } })(
    "is not mailed where that is turned off; what waits from before then ends unsent",
    function* () {
      const partnerId = yield* shop()
      yield* receiveFiat(yield* issueTo(partnerId), "operation")
      assert.deepStrictEqual(receiptJobs(yield* Memory), [])
      const before = yield* anotherProcess({ settings: { mail: { receipts: true } } })
      const crypto = yield* issue(partnerId, 100, { customerEmail: address })
      yield* Effect.provideContext(payCrypto(crypto), before)
      assert.deepStrictEqual(receiptJobs(yield* Memory), [crypto.id])
      yield* drain
      assert.deepStrictEqual(yield* mailsOf(partnerId), [])
      assert.deepStrictEqual(ends(yield* Memory), ["system receipts are not mailed any more"])
    }
  )

  test("is not mailed once the invoice is redacted", function* () {
    const partnerId = yield* shop()
    const fiat = yield* issueTo(partnerId)
    const crypto = yield* issue(partnerId, 100, { customerEmail: address })
    yield* receiveFiat(fiat, "operation")
    yield* payCrypto(crypto)
    yield* (yield* Invoices).redact(partnerId, fiat.id)
    yield* (yield* CryptoInvoices).redact(partnerId, crypto.id)
    yield* drain
    assert.deepStrictEqual(yield* mailsOf(partnerId), [])
    assert.deepStrictEqual(ends(yield* Memory), Array(2).fill("system the invoice is redacted"))
  })

  test("is erased with the other e-mails of a redacted invoice", function* () {
    const partnerId = yield* shop()
    const fiat = yield* issueTo(partnerId)
    yield* receiveFiat(fiat, "operation")
    yield* drain
    assert.lengthOf(yield* mailsOf(partnerId), 1)
    yield* (yield* Invoices).redact(partnerId, fiat.id)
    yield* workFor(invoiceJobs.erase, millisPerDay)
    assert.deepStrictEqual(yield* mailsOf(partnerId), [])
  })

  test("waits while a reorganisation has the money, and is given up after five days without it", function* () {
    const partnerId = yield* shop()
    const returning = yield* issue(partnerId, 100, { customerEmail: address })
    const gone = yield* issue(partnerId, 100, { customerEmail: address })
    yield* payCrypto(returning, "returning")
    yield* payCrypto(gone, "gone")
    for (const txHash of ["returning", "gone"]) yield* chain((each) => each.drop(txHash))
    for (const order of [returning, gone]) yield* refresh(order)
    yield* workFor(mailJobs.receipt, millisPerMinute)
    assert.deepStrictEqual(yield* mailsOf(partnerId), [])
    // It is on the network again, and not confirmed yet: nothing is there to confirm.
    yield* send(returning, 100, { txHash: "returning", confirmations: 1 })
    yield* refresh(returning)
    yield* workFor(mailJobs.receipt, millisPerHour)
    assert.deepStrictEqual(yield* mailsOf(partnerId), [])
    yield* send(returning, 100, { txHash: "returning" })
    yield* refresh(returning)
    yield* workFor(mailJobs.receipt, 6 * millisPerDay)
    assert.deepStrictEqual(
      (yield* mailsOf(partnerId)).map(({ invoiceId }) => invoiceId),
      [returning.id]
    )
    assert.deepStrictEqual(ends(yield* Memory), ["provider:mail sent", "system the money was taken back"])
    assert.deepStrictEqual(receiptJobs(yield* Memory), [])
  })
})

describe("a mail server and receipts", () => {
  const patient: Array<Instant> = []
  testIn({ mailer: serverOf(patient, () => away) })(
    "that is away is tried by the schedule for five days, and the payment stands",
    function* () {
      const order = yield* issueTo(yield* shop())
      yield* receiveFiat(order, "operation")
      yield* workFor(mailJobs.receipt, 6 * millisPerDay)
      assert.strictEqual(patient[0], start)
      assert.isAtLeast(patient.length, 13)
      assert.isBelow(patient.at(-1) ?? 0, start + 5 * millisPerDay)
      assert.deepStrictEqual(ends(yield* Memory), ["system no mail server took it in time"])
      assert.strictEqual((yield* readFiat(order))._tag, "paid")
    }
  )

  const refusing: Array<Instant> = []
  testIn({
    mailer: serverOf(refusing, (attempt) =>
      attempt === 0 ? away : Effect.fail(new MailRefused({ reason: `550 <${address}> is unknown` }))
    )
  })("that refuses it is not asked again, and its words are kept without the address", function* () {
    const order = yield* issueTo(yield* shop())
    yield* receiveFiat(order, "operation")
    yield* workFor(mailJobs.receipt, millisPerDay)
    assert.lengthOf(refusing, 2)
    assert.deepStrictEqual(ends(yield* Memory), ["provider:mail 550 <the address> is unknown"])
    assert.deepStrictEqual((yield* Seen).errors, [])
    yield* booksAreRight
  })
})
