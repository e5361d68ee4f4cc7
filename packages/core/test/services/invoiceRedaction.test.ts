import { assert, describe } from "@effect/vitest"
import { Batches, type GivenSettings, Invoices } from "@quittance/core"
import {
  bankPaymentJobs,
  type InvoiceOrder,
  invoiceView,
  millisPerDay,
  millisPerHour,
  SandboxMailbox
} from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { Memory, test, testIn } from "./Deployment.ts"
import {
  booksAreRight,
  cancelFiat,
  chooseBank,
  drain,
  fiatMoney,
  issueFiat,
  paymentTags,
  readFiat,
  receiveFiat,
  settleAtBank,
  shop,
  workFor
} from "./fiatInvoices.ts"
import { heldBy } from "./kycPersonal.ts"
import { answer, callsTo, eventOf, fails, ok } from "./Receivers.ts"
import { invoiceEvents, listen, live, working } from "./webhooks.ts"

const marker = "Jane Doe"
const personal = {
  description: `For ${marker}`,
  metadata: { customer: marker },
  redirectUrl: "https://shop.example/Jane",
  cancelUrl: "https://shop.example/cart/Jane"
}

const redactFiat = ({ id, partnerId }: InvoiceOrder) =>
  Effect.flatMap(Invoices, (invoices) => invoices.redact(partnerId, id))

const hasNothingPersonal = Effect.fnUntraced(function* (order: InvoiceOrder) {
  const view = invoiceView(yield* readFiat(order), "https://pay.example")
  const { cancelUrl, description, metadata, redactedAt, redirectUrl } = view
  assert.deepStrictEqual([description, metadata, redirectUrl, cancelUrl], [null, {}, null, null])
  assert.isString(redactedAt)
  assert.strictEqual(view.amount, 100)
  return view.status
})

describe("a redaction of an invoice", () => {
  test("that is pending cancels it first; money that comes all the same is unresolved, not lost", function* () {
    const partnerId = yield* shop()
    const order = yield* issueFiat(partnerId, personal)
    const { id } = yield* chooseBank(order)
    yield* drain
    yield* redactFiat(order)
    assert.strictEqual(yield* hasNothingPersonal(order), "cancelled")
    yield* settleAtBank(order, id)
    yield* workFor(bankPaymentJobs.follow, millisPerHour)
    assert.deepStrictEqual(yield* paymentTags(order), ["unresolved"])
    assert.deepStrictEqual(yield* fiatMoney(partnerId), { available: 0n, unresolved: 10_000n })
    yield* booksAreRight
  })

  test("leaves the state and the money of one that ended, and changes nothing the second time", function* () {
    const partnerId = yield* shop()
    const [paid, cancelled] = [yield* issueFiat(partnerId, personal), yield* issueFiat(partnerId, personal)]
    yield* receiveFiat(paid, "operation")
    yield* cancelFiat(cancelled)
    yield* TestClock.adjust(1_000)
    for (const [order, status] of [
      [paid, "paid"],
      [cancelled, "cancelled"]
    ] as const) {
      const first = yield* redactFiat(order)
      assert.strictEqual(yield* hasNothingPersonal(order), status)
      yield* TestClock.adjust(1_000)
      assert.deepStrictEqual(yield* redactFiat(order), first)
    }
    assert.deepStrictEqual(yield* fiatMoney(partnerId), { available: 10_000n, unresolved: 0n })
    yield* booksAreRight
  })

  test("takes late money as before", function* () {
    const partnerId = yield* shop()
    const order = yield* issueFiat(partnerId, personal)
    yield* TestClock.setTime(order.expiresAt + 1)
    yield* redactFiat(order)
    assert.strictEqual(yield* hasNothingPersonal(order), "expired")
    yield* receiveFiat(order, "late")
    assert.strictEqual(yield* hasNothingPersonal(order), "paid")
    assert.deepStrictEqual(yield* fiatMoney(partnerId), { available: 10_000n, unresolved: 0n })
    yield* booksAreRight
  })

  testIn({ settings: live })("erases what webhooks were told, once it has arrived", function* () {
    const memory = yield* Memory
    const partnerId = yield* shop()
    const { url } = yield* listen(partnerId, "shop", { events: invoiceEvents })
    yield* answer(url, fails)
    const order = yield* issueFiat(partnerId, personal)
    const other = yield* issueFiat(partnerId)
    yield* working
    yield* TestClock.adjust(1_000)
    yield* redactFiat(order)
    yield* TestClock.adjust(2 * millisPerHour)
    assert.include(heldBy(memory), marker, "a receiver still waits for it")
    yield* answer(url, ok)
    yield* TestClock.adjust(12 * millisPerHour)
    assert.notInclude(heldBy(memory), marker)
    const left = [...memory.webhookMessages.values()].map(({ body }) => body)
    assert.isTrue(left.every((body) => body.includes(other.id)))
    const calledWith = (yield* callsTo(url)).map(eventOf)
    const cancelled = calledWith.find(({ type }) => type === "invoice.cancelled")
    assert.deepInclude(cancelled?.data.object, { description: null, metadata: {} })
  })

  test("erases e-mails of a sandbox, and stops those that were not sent", function* () {
    const memory = yield* Memory
    const partnerId = yield* shop()
    const batches = yield* Batches
    const { batch, invoices } = yield* batches.import(partnerId, {
      file: new TextEncoder().encode(
        "amount,currency,email,description\n100,USD,jane@shop.example,Jane Doe\n100,USD,jane@shop.example,Jane Doe"
      ),
      sendEmails: "send",
      defaultCurrency: Option.none(),
      defaultRedirectUrl: Option.none(),
      defaultCancelUrl: Option.none()
    })
    const [early, late] = invoices
    assert(early !== undefined && late !== undefined)
    yield* redactFiat(early.order)
    yield* drain
    const mailbox = yield* SandboxMailbox
    assert.deepStrictEqual(
      (yield* mailbox.ofPartner(partnerId)).map(({ invoiceId }) => invoiceId),
      [late.order.id]
    )
    yield* redactFiat(late.order)
    yield* drain
    assert.deepStrictEqual(yield* mailbox.ofPartner(partnerId), [])
    assert.strictEqual((yield* batches.get(partnerId, batch.id)).tally.mailsUnsent, 0)
    const events = JSON.stringify(
      [...memory.events.values()].filter(({ event }) => event._tag.startsWith("InvoiceMail")),
      (_key, value: unknown) => (typeof value === "bigint" ? String(value) : value)
    )
    for (const text of [heldBy(memory), events]) {
      assert.notInclude(text, "jane@shop.example")
      assert.notInclude(text, marker)
    }
  })

  test("answers a repeated creation with what is left of it", function* () {
    const partnerId = yield* shop()
    const invoices = yield* Invoices
    const create = invoices.create(partnerId, "key", { amount: 100, currency: "USD", ...personal })
    const { value } = yield* create
    yield* redactFiat(value.order)
    const again = yield* create
    assert.isTrue(again.replayed)
    assert.strictEqual(again.value.order.id, value.order.id)
    assert.isTrue(Option.isNone(again.value.order.description))
  })
})

const keptFor = (days: number | undefined): GivenSettings => ({
  invoiceRetentionMillis: days === undefined ? undefined : days * millisPerDay
})

describe("what is personal in an invoice is kept", () => {
  const lived = Effect.gen(function* () {
    yield* TestClock.adjust(10 * millisPerHour)
    const partnerId = yield* shop()
    const ended = yield* issueFiat(partnerId, personal)
    yield* receiveFiat(ended, "operation")
    const day = Effect.andThen(TestClock.adjust(millisPerDay), drain)
    const isRedacted = Effect.map(readFiat(ended), ({ redactedAt }) => Option.isSome(redactedAt))
    return { day, isRedacted }
  })

  testIn({ settings: keptFor(7) })(
    "for as many days as the deployment says, and redacted at the end of the day after them",
    function* () {
      const { day, isRedacted } = yield* lived
      for (let each = 0; each < 7; each++) yield* day
      assert.isFalse(yield* isRedacted)
      yield* day
      assert.isTrue(yield* isRedacted)
      yield* booksAreRight
    }
  )

  test("for good, unless the deployment says otherwise", function* () {
    const { day, isRedacted } = yield* lived
    for (let each = 0; each < 40; each++) yield* day
    assert.isFalse(yield* isRedacted)
  })
})
