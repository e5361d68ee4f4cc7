import { assert, describe } from "@effect/vitest"
import { CryptoInvoices } from "@quittance/core"
import {
  type CryptoInvoiceOrder,
  cryptoInvoiceView,
  millisPerDay,
  millisPerHour
} from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { Memory, test, testIn } from "./Deployment.ts"
import { booksAreRight, drain, issueFiat, readFiat, receiveFiat, shop } from "./fiatInvoices.ts"
import { issue, refresh, send } from "./invoices.ts"
import { heldBy } from "./kycPersonal.ts"
import { answer, callsTo, eventOf, fails, ok } from "./Receivers.ts"
import { listenToAccount, live, working } from "./webhooks.ts"

const marker = "Jane Doe"
const personal = {
  description: `For ${marker}`,
  customerName: marker,
  customerEmail: "jane.doe@shop.example",
  successUrl: "https://shop.example/thanks?token=JaneDoe",
  cancelUrl: "https://shop.example/cart?token=JaneDoe"
}
/** What is nowhere once it is redacted. */
const traces = [marker, "jane.doe", "JaneDoe"]

const redact = ({ id, partnerId }: CryptoInvoiceOrder) =>
  Effect.flatMap(CryptoInvoices, (invoices) => invoices.redact(partnerId, id))

const read = ({ id, partnerId }: CryptoInvoiceOrder) =>
  Effect.map(
    Effect.flatMap(CryptoInvoices, (invoices) => invoices.get(partnerId, id)),
    (invoice) => cryptoInvoiceView(invoice, "https://pay.example")
  )

const hasNothingPersonal = Effect.fnUntraced(function* (order: CryptoInvoiceOrder) {
  const { amount, cancelUrl, customerEmail, customerName, description, redactedAt, status, successUrl } =
    yield* read(order)
  assert.deepStrictEqual(
    [customerEmail, customerName, description, successUrl, cancelUrl, amount],
    [null, null, null, null, null, 100]
  )
  assert.isString(redactedAt)
  return status
})

describe("a redaction of a crypto invoice", () => {
  test("for which no money was seen cancels it first; money that comes all the same is credited", function* () {
    const order = yield* issue(yield* shop(), 100, personal)
    yield* redact(order)
    assert.strictEqual(yield* hasNothingPersonal(order), "cancelled")
    yield* send(order, 100)
    yield* refresh(order)
    assert.strictEqual(yield* hasNothingPersonal(order), "cancelled")
    assert.strictEqual((yield* read(order)).paidAmount, 100)
    yield* booksAreRight
  })

  test("is refused while money is on its way, and carried out once it is confirmed", function* () {
    const order = yield* issue(yield* shop(), 100, personal)
    const txHash = "ab".repeat(32)
    yield* send(order, 100, { confirmations: 1, txHash })
    yield* refresh(order)
    const refusal = yield* Effect.flip(redact(order))
    assert.deepInclude(refusal, { _tag: "InvalidState", status: "confirming", command: "redact" })
    assert.strictEqual((yield* read(order)).customerName, marker)
    yield* send(order, 100, { txHash })
    yield* refresh(order)
    const first = yield* redact(order)
    assert.strictEqual(yield* hasNothingPersonal(order), "paid")
    yield* TestClock.adjust(1_000)
    assert.deepStrictEqual(yield* redact(order), first)
    yield* booksAreRight
  })

  test("takes late money as before: it completes the invoice", function* () {
    const order = yield* issue(yield* shop(), 100, personal)
    yield* TestClock.setTime(order.expiresAt + 1)
    yield* redact(order)
    assert.strictEqual(yield* hasNothingPersonal(order), "expired")
    yield* send(order, 100)
    yield* refresh(order)
    assert.strictEqual(yield* hasNothingPersonal(order), "paid")
    yield* booksAreRight
  })

  test("answers a repeated creation with what is left of it, and other fields are still a conflict", function* () {
    const partnerId = yield* shop()
    const invoices = yield* CryptoInvoices
    const fields = { amount: 100, network: "tron", externalId: "order-1", ...personal }
    const { value } = yield* invoices.create(partnerId, fields)
    yield* redact(value.order)
    const again = yield* invoices.create(partnerId, fields)
    assert.isTrue(again.replayed)
    assert.strictEqual(again.value.order.id, value.order.id)
    assert.deepStrictEqual(
      [again.value.order.customerName, again.value.order.successUrl],
      [Option.none(), Option.none()]
    )
    assert.isTrue(Option.isSome(again.value.redactedAt))
    const other = yield* Effect.flip(invoices.create(partnerId, { ...fields, customerName: "John" }))
    assert.strictEqual(other._tag, "IdempotencyConflict")
  })

  testIn({ settings: live })(
    "erases what webhooks were told, once it has arrived; what is told later has nothing personal",
    function* () {
      const memory = yield* Memory
      const partnerId = yield* shop()
      const { url } = yield* listenToAccount(partnerId, "account")
      yield* answer(url, fails)
      const order = yield* issue(partnerId, 100, personal)
      const other = yield* issue(partnerId, 100, personal)
      yield* working
      yield* TestClock.setTime(order.expiresAt + 1_000)
      yield* TestClock.adjust(1_000)
      yield* redact(order)
      yield* redact(other)
      yield* TestClock.adjust(2 * millisPerHour)
      for (const trace of traces) assert.include(heldBy(memory), trace, "a receiver still waits for it")
      yield* answer(url, ok)
      yield* TestClock.adjust(12 * millisPerHour)
      for (const trace of traces) assert.notInclude(heldBy(memory), trace)
      assert.strictEqual(memory.webhookMessages.size, 0)
      yield* send(order, 100)
      yield* refresh(order)
      yield* TestClock.adjust(1_000)
      const event = (yield* callsTo(url)).map(eventOf).findLast(({ type }) => type === "crypto.invoice.paid")
      assert.deepInclude(event?.data.object, {
        customerName: null,
        customerEmail: null,
        successUrl: null,
        cancelUrl: null
      })
    }
  )
})

describe("retention of invoices", () => {
  testIn({ settings: { invoiceRetentionMillis: 7 * millisPerDay } })(
    "redacts crypto and fiat invoices that ended, more than one piece of them, and none that awaits money",
    function* () {
      const partnerId = yield* shop()
      const ended: Array<CryptoInvoiceOrder> = []
      for (let index = 0; index < 25; index++) ended.push(yield* issue(partnerId, 100, personal))
      const confirming = yield* issue(partnerId, 100, personal)
      yield* send(confirming, 100, { confirmations: 1 })
      yield* refresh(confirming)
      const fiat = yield* issueFiat(partnerId, { description: marker })
      yield* receiveFiat(fiat, "operation")
      const days = Effect.fnUntraced(function* (count: number) {
        for (let day = 0; day < count; day++) yield* Effect.andThen(TestClock.adjust(millisPerDay), drain)
      })
      yield* days(7)
      assert.isTrue(Option.isNone((yield* readFiat(fiat)).redactedAt))
      yield* days(2)
      for (const order of ended) assert.strictEqual(yield* hasNothingPersonal(order), "expired")
      assert.isTrue(Option.isSome((yield* readFiat(fiat)).redactedAt))
      assert.include(yield* read(confirming), {
        status: "confirming",
        customerName: marker
      })
      yield* booksAreRight
    }
  )

  testIn({ settings: { invoiceRetentionMillis: 2 * millisPerDay } })(
    "ends for a partner who has crypto invoices only",
    function* () {
      const order = yield* issue(yield* shop(), 100, personal)
      for (let day = 0; day < 4; day++) yield* Effect.andThen(TestClock.adjust(millisPerDay), drain)
      assert.strictEqual(yield* hasNothingPersonal(order), "expired")
    }
  )
})
