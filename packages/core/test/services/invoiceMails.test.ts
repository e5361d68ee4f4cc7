import { assert, describe } from "@effect/vitest"
import { Batches, Invoices, Operations } from "@quittance/core"
import {
  batchJobs,
  type Instant,
  type InvoiceOrder,
  leaseMillis,
  Mailer,
  MailerUnavailable,
  MailRefused,
  type MemoryState,
  millisPerDay,
  millisPerHour,
  millisPerSecond,
  SandboxMailbox
} from "@quittance/core/adapter"
import { Clock, Effect, Fiber, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import { batchStatus } from "../../src/concepts/batch/Batch.ts"
import { mailRetryPolicy } from "../../src/kernel/work/RetryPolicy.ts"
import { anotherProcess, Memory, Seen, start, test, testIn } from "./Deployment.ts"
import {
  booksAreRight,
  cancelFiat,
  drain,
  issueFiat,
  readFiat,
  receiveFiat,
  shop,
  workFor
} from "./fiatInvoices.ts"

/** A batch of so many rows, each with an address of its own. */
const importMails = (partnerId: string, count: number) =>
  importMailsTo(
    partnerId,
    Array.from({ length: count }, (_, index) => `customer${index}@shop.example`)
  )

const importMailsTo = Effect.fnUntraced(function* (partnerId: string, addresses: ReadonlyArray<string>) {
  const batches = yield* Batches
  const rows = addresses.map((address) => `10,USD,${address}`)
  return yield* batches.import(partnerId, {
    file: new TextEncoder().encode(["amount,currency,email", ...rows].join("\n")),
    sendEmails: "send",
    defaultCurrency: Option.none(),
    defaultRedirectUrl: Option.none(),
    defaultCancelUrl: Option.none()
  })
})

const tallyOf = (partnerId: string, batchId: string) =>
  Effect.flatMap(Batches, (batches) => Effect.map(batches.get(partnerId, batchId), ({ tally }) => tally))

const mailsOf = (partnerId: string) =>
  Effect.flatMap(SandboxMailbox, (mailbox) => mailbox.ofPartner(partnerId))

/** How often each of an invoice's e-mail events was recorded. */
const mailEvents = ({ events }: MemoryState) => {
  const tags = [...events.values()].map(({ event }) => event._tag)
  const count = (tag: string) => tags.filter((each) => each === tag).length
  return { sent: count("InvoiceMailSent"), failed: count("InvoiceMailFailed") }
}

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

describe("the e-mails of a batch", () => {
  test("go out after the commit, one for an invoice and address, and the batch is completed", function* () {
    const partnerId = yield* shop()
    const { batch, invoices } = yield* importMails(partnerId, 50)
    assert.strictEqual((yield* tallyOf(partnerId, batch.id)).mailsUnsent, 50)
    assert.strictEqual(batchStatus(yield* tallyOf(partnerId, batch.id)), "processing")
    assert.deepStrictEqual(yield* mailsOf(partnerId), [])
    assert.strictEqual(yield* drain, 50)
    const mails = yield* mailsOf(partnerId)
    assert.deepStrictEqual(
      mails.map(({ invoiceId, to }) => `${invoiceId} ${to}`).toSorted(),
      invoices.map(({ order }) => `${order.id} ${Option.getOrThrow(order.customerEmail)}`).toSorted()
    )
    for (const { order } of invoices) {
      const mail = mails.find(({ invoiceId }) => invoiceId === order.id)
      for (const part of [mail?.text, mail?.html]) assert.include(part, `/pay/bank/${order.token}`)
    }
    assert.strictEqual((yield* tallyOf(partnerId, batch.id)).mailsUnsent, 0)
    assert.strictEqual(batchStatus(yield* tallyOf(partnerId, batch.id)), "completed")
    assert.deepStrictEqual(mailEvents(yield* Memory), { sent: 50, failed: 0 })
    yield* workFor(batchJobs.mail, millisPerDay)
    assert.lengthOf(yield* mailsOf(partnerId), 50)
    yield* booksAreRight
  })

  test("go to the ASCII form of an address on an internationalised domain, which stays as it was sent", function* () {
    const partnerId = yield* shop()
    const { invoices } = yield* importMailsTo(partnerId, ["user@почта.рф", "user@xn--80a1acny.xn--p1ai"])
    assert.deepStrictEqual(
      invoices.map(({ order }) => Option.getOrNull(order.customerEmail)),
      ["user@почта.рф", "user@xn--80a1acny.xn--p1ai"]
    )
    yield* drain
    assert.deepStrictEqual(
      (yield* mailsOf(partnerId)).map(({ to }) => to),
      ["user@xn--80a1acny.xn--p1ai", "user@xn--80a1acny.xn--p1ai"]
    )
  })

  test("are not sent for rows without an address, nor where nobody asked for them", function* () {
    const partnerId = yield* shop()
    const batches = yield* Batches
    const file = new TextEncoder().encode("amount,currency,email\n10,USD,\n10,USD,one@shop.example")
    const fields = {
      file,
      defaultCurrency: Option.none(),
      defaultRedirectUrl: Option.none(),
      defaultCancelUrl: Option.none()
    }
    const silent = yield* batches.import(partnerId, { ...fields, sendEmails: "none" })
    yield* batches.import(partnerId, { ...fields, sendEmails: "send" })
    yield* issueFiat(partnerId)
    yield* drain
    assert.strictEqual((yield* tallyOf(partnerId, silent.batch.id)).mailsUnsent, 0)
    assert.deepStrictEqual(
      (yield* mailsOf(partnerId)).map(({ to }) => to),
      ["one@shop.example"]
    )
    assert.deepStrictEqual(yield* mailsOf(yield* shop("another shop")), [])
  })

  test("of invoices that can no longer be paid end unsent", function* () {
    const partnerId = yield* shop()
    const { batch, invoices } = yield* importMails(partnerId, 3)
    const [cancelled, paid] = invoices.map(({ order }) => order) as [InvoiceOrder, InvoiceOrder]
    yield* cancelFiat(cancelled)
    yield* receiveFiat(paid, "operation")
    yield* TestClock.setTime(start + millisPerDay)
    yield* drain
    // One is paid: its receipt goes out.
    assert.deepStrictEqual(
      (yield* mailsOf(partnerId)).map(({ invoiceId, kind }) => [invoiceId, kind]),
      [[paid.id, "receipt"]]
    )
    assert.deepStrictEqual(mailEvents(yield* Memory), { sent: 0, failed: 3 })
    const tally = yield* tallyOf(partnerId, batch.id)
    assert.deepStrictEqual(tally, { paidCount: 1, paidMinor: 1_000n, mailsUnsent: 0 })
    yield* booksAreRight
  })

  test("are sent once by two processes at work", function* () {
    const partnerId = yield* shop()
    const { batch } = yield* importMails(partnerId, 100)
    const other = yield* anotherProcess()
    yield* Effect.all([drain, Effect.provideContext(drain, other)], { concurrency: "unbounded" })
    const mails = yield* mailsOf(partnerId)
    assert.lengthOf(mails, 100)
    assert.strictEqual(new Set(mails.map(({ to }) => to)).size, 100)
    assert.strictEqual((yield* tallyOf(partnerId, batch.id)).mailsUnsent, 0)
  })
})

describe("a mail server", () => {
  const patient: Array<Instant> = []
  testIn({ mailer: serverOf(patient, () => away) })(
    "that is away is tried by the schedule for as long as the invoice can be paid",
    function* () {
      const partnerId = yield* shop()
      const { batch } = yield* importMails(partnerId, 1)
      yield* workFor(batchJobs.mail, 2 * millisPerDay)
      // The last attempt of the schedule may fall behind the expiry.
      assert.oneOf(patient.length, [7, 8])
      let nominal = start
      patient.forEach((at, index) => {
        const delay = mailRetryPolicy.delaysMillis[index] ?? Number.NaN
        nominal += delay
        assert.isAtMost(Math.abs(at - nominal), 0.2 * delay, `attempt ${index + 1}`)
      })
      assert.strictEqual((yield* tallyOf(partnerId, batch.id)).mailsUnsent, 0)
      assert.strictEqual(yield* drain, 0)
    }
  )

  const greylisting: Array<Instant> = []
  testIn({
    mailer: serverOf(greylisting, (attempt) => (attempt === 0 ? away : Effect.void))
  })("that takes the second attempt has one e-mail, recorded once", function* () {
    const partnerId = yield* shop()
    const { batch } = yield* importMails(partnerId, 1)
    yield* drain
    assert.strictEqual((yield* tallyOf(partnerId, batch.id)).mailsUnsent, 1)
    yield* workFor(batchJobs.mail, millisPerHour)
    assert.lengthOf(greylisting, 2)
    assert.deepStrictEqual(mailEvents(yield* Memory), { sent: 1, failed: 0 })
    assert.strictEqual((yield* tallyOf(partnerId, batch.id)).mailsUnsent, 0)
  })

  const refusing: Array<Instant> = []
  testIn({
    mailer: serverOf(refusing, () => Effect.fail(new MailRefused({ reason: "550 no such user" })))
  })("that refuses an e-mail is not asked again, and the invoice can be paid all the same", function* () {
    const partnerId = yield* shop()
    const { batch, invoices } = yield* importMails(partnerId, 1)
    yield* workFor(batchJobs.mail, millisPerHour)
    assert.lengthOf(refusing, 1)
    assert.deepStrictEqual(mailEvents(yield* Memory), { sent: 0, failed: 1 })
    assert.strictEqual(batchStatus(yield* tallyOf(partnerId, batch.id)), "completed")
    const [invoice] = invoices
    assert(invoice !== undefined)
    assert.strictEqual((yield* readFiat(invoice.order))._tag, "pending")
    assert.deepStrictEqual((yield* Seen).errors, [])
  })

  const naming: Array<Instant> = []
  const address = "anne-marie_o'neil+x{1}|*?$^@my-shop.example"
  testIn({
    mailer: serverOf(naming, (attempt) =>
      attempt === 0
        ? away
        : Effect.fail(new MailRefused({ reason: `550 <${address.toUpperCase()}> is unknown` }))
    )
  })("that repeats the address is recorded without it, whatever characters the address has", function* () {
    const partnerId = yield* shop()
    yield* importMailsTo(partnerId, [address])
    yield* workFor(batchJobs.mail, millisPerHour)
    assert.lengthOf(naming, 2)
    const failures = [...(yield* Memory).events.values()].flatMap(({ event }) =>
      event._tag === "InvoiceMailFailed" ? [event.reason] : []
    )
    assert.deepStrictEqual(failures, ["550 <the address> is unknown"])
    assert.deepStrictEqual((yield* Seen).errors, [])
  })

  testIn({
    mailer: serverOf([], () =>
      Effect.fail(new MailRefused({ reason: "550 <user@xn--80a1acny.xn--p1ai> (USER@Почта.РФ) is unknown" }))
    )
  })("that repeats the address in either form of its domain is recorded without it", function* () {
    const partnerId = yield* shop()
    yield* importMailsTo(partnerId, ["user@почта.рф"])
    yield* workFor(batchJobs.mail, millisPerHour)
    const failures = [...(yield* Memory).events.values()].flatMap(({ event }) =>
      event._tag === "InvoiceMailFailed" ? [event.reason] : []
    )
    assert.deepStrictEqual(failures, ["550 <the address> (the address) is unknown"])
  })

  const hanging: Array<Instant> = []
  testIn({
    mailer: serverOf(hanging, (attempt) => (attempt === 0 ? Effect.never : Effect.void))
  })("that hangs has not answered after 20 seconds, within the lease, and is tried later", function* () {
    const partnerId = yield* shop()
    const { batch } = yield* importMails(partnerId, 1)
    const working = yield* Effect.forkChild(drain)
    yield* TestClock.adjust(20 * millisPerSecond)
    yield* Fiber.join(working)
    assert.isBelow(20 * millisPerSecond, leaseMillis)
    assert.lengthOf(hanging, 1)
    assert.strictEqual((yield* tallyOf(partnerId, batch.id)).mailsUnsent, 1)
    yield* TestClock.adjust(millisPerSecond * 16)
    yield* drain
    assert.lengthOf(hanging, 2)
    assert.strictEqual((yield* tallyOf(partnerId, batch.id)).mailsUnsent, 0)
  })
})

describe("what is told of an e-mail", () => {
  const told = Effect.fnUntraced(function* ({ id, partnerId }: Pick<InvoiceOrder, "id" | "partnerId">) {
    return yield* (yield* Operations).invoices.mail(partnerId, id)
  })

  test("is that it waits, then when it was sent, and to whom until that is erased", function* () {
    const partnerId = yield* shop()
    const [mailed] = (yield* importMails(partnerId, 1)).invoices
    assert(mailed !== undefined)
    const none = { at: null, reason: null, customerEmail: null }
    assert.deepStrictEqual(yield* told(mailed.order), {
      ...none,
      status: "waiting",
      customerEmail: "customer0@shop.example"
    })
    yield* drain
    const sent = { ...none, status: "sent" as const, at: new Date(start).toISOString() }
    assert.deepStrictEqual(yield* told(mailed.order), { ...sent, customerEmail: "customer0@shop.example" })
    yield* (yield* Invoices).redact(partnerId, mailed.order.id)
    assert.deepStrictEqual(yield* told(mailed.order), sent)
    assert.deepStrictEqual(yield* told(yield* issueFiat(partnerId)), { ...none, status: "none" })
    const other = yield* shop("another shop")
    assert.strictEqual((yield* Effect.flip(told({ id: mailed.order.id, partnerId: other })))._tag, "NotFound")
  })

  testIn({
    mailer: serverOf([], () => Effect.fail(new MailRefused({ reason: "550 no such box" })))
  })("is why a server refused it, until the invoice is redacted", function* () {
    const partnerId = yield* shop()
    const [mailed] = (yield* importMails(partnerId, 1)).invoices
    assert(mailed !== undefined)
    yield* drain
    assert.deepInclude(yield* told(mailed.order), { status: "failed", reason: "550 no such box" })
    yield* (yield* Invoices).redact(partnerId, mailed.order.id)
    assert.deepInclude(yield* told(mailed.order), { status: "failed", reason: null, customerEmail: null })
  })
})
