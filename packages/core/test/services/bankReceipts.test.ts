import { assert, describe } from "@effect/vitest"
import { BankOperationUsed, BankPayments, BankReceipts } from "@quittance/core"
import {
  bankPaymentJobs,
  graceMillis,
  type InvoiceOrder,
  millisPerDay,
  millisPerMinute
} from "@quittance/core/adapter"
import { Clock, Effect } from "effect"
import { TestClock } from "effect/testing"
import { Seen, test, testIn } from "./Deployment.ts"
import {
  booksAreRight,
  cancelFiat,
  chooseBank,
  drain,
  fiatMoney,
  issueFiat,
  paymentTags,
  racingStore,
  readFiat,
  receiptOf,
  receiveFiat,
  settleAtBank,
  shop,
  workFor
} from "./fiatInvoices.ts"

const issued = Effect.flatMap(shop(), (partnerId) => issueFiat(partnerId))

const confirm = Effect.fnUntraced(function* (order: InvoiceOrder, paymentId: string, operationId: string) {
  const receipts = yield* BankReceipts
  const receipt = receiptOf(order, operationId, yield* Clock.currentTimeMillis)
  return yield* receipts.confirm(order.partnerId, paymentId, receipt)
})

const alertCount = Effect.map(
  Seen,
  ({ errors }) => errors.filter((text) => text.includes("could not be booked")).length
)

/** An invoice cannot take money; it stays apart, alerts, and waits to be returned. */
const staysUnresolved = Effect.fnUntraced(function* (
  order: InvoiceOrder,
  fault: string,
  amountMinor = 10_000n
) {
  const payments = yield* BankPayments
  const [unresolved, ...others] = yield* payments.unresolved
  assert.isEmpty(others)
  assert(unresolved?._tag === "unresolved")
  assert.strictEqual(unresolved.fault, fault)
  assert.strictEqual(unresolved.order.invoiceId, order.id)
  assert.strictEqual((yield* fiatMoney(order.partnerId)).unresolved, amountMinor)
  assert.strictEqual(yield* alertCount, 1)
  yield* booksAreRight
  return unresolved
})

describe("money that an invoice cannot take stays apart and alerts", () => {
  testIn({ store: racingStore })(
    "when both of two banks were paid: the first pays, the second stays unresolved",
    function* () {
      const order = yield* issued
      const one = yield* chooseBank(order, "sandbox")
      const other = yield* chooseBank(order, "steppe")
      yield* drain
      yield* settleAtBank(order, one.id)
      yield* settleAtBank(order, other.id)
      yield* workFor(bankPaymentJobs.follow, millisPerMinute)
      assert.deepStrictEqual((yield* paymentTags(order)).toSorted(), ["settled", "unresolved"])
      assert.strictEqual((yield* fiatMoney(order.partnerId)).available, 10_000n)
      yield* staysUnresolved(order, "alreadyPaid")
    }
  )

  test("when the invoice was cancelled: it stays cancelled", function* () {
    const order = yield* issued
    const { id } = yield* chooseBank(order)
    yield* drain
    yield* cancelFiat(order)
    yield* settleAtBank(order, id)
    yield* workFor(bankPaymentJobs.follow, millisPerMinute)
    assert.strictEqual((yield* readFiat(order))._tag, "cancelled")
    yield* staysUnresolved(order, "cancelled")
  })

  test("when a second operation of the same payment comes", function* () {
    const order = yield* issued
    const { id } = yield* chooseBank(order)
    assert.strictEqual((yield* confirm(order, id, "first"))._tag, "settled")
    assert.strictEqual((yield* confirm(order, id, "second"))._tag, "settled")
    assert.deepStrictEqual(yield* paymentTags(order), ["settled", "unresolved"])
    yield* staysUnresolved(order, "alreadyPaid")
  })

  for (const [what, fields] of [
    ["too little", { amountMinor: 9_999n }],
    ["too much", { amountMinor: 10_001n }]
  ] as const) {
    test(`when it is ${what}: the invoice can still be paid`, function* () {
      const order = yield* issued
      yield* receiveFiat(order, "wrong", fields)
      assert.strictEqual((yield* readFiat(order))._tag, "pending")
      yield* receiveFiat(order, "right")
      assert.strictEqual((yield* readFiat(order))._tag, "paid")
      yield* staysUnresolved(order, "wrongAmount", fields.amountMinor)
    })
  }

  test("when it is of another currency, in whose books it stands", function* () {
    const order = yield* issued
    yield* receiveFiat(order, "wrong", { currency: "EUR" })
    assert.strictEqual((yield* readFiat(order))._tag, "pending")
    assert.deepStrictEqual(yield* fiatMoney(order.partnerId, "EUR"), { available: 0n, unresolved: 10_000n })
    assert.deepStrictEqual(yield* fiatMoney(order.partnerId), { available: 0n, unresolved: 0n })
    assert.strictEqual(yield* alertCount, 1)
    yield* booksAreRight
  })

  test("when the bank took it more than 24 hours after the expiry, by a millisecond", function* () {
    const order = yield* issued
    yield* TestClock.setTime(order.expiresAt + graceMillis + 1)
    yield* receiveFiat(order, "operation")
    assert.strictEqual((yield* readFiat(order))._tag, "expired")
    yield* staysUnresolved(order, "tooLate")
  })

  test("until an operator has returned it, which is recorded once", function* () {
    const order = yield* issued
    yield* cancelFiat(order)
    yield* receiveFiat(order, "operation")
    const { order: payment } = yield* staysUnresolved(order, "cancelled")
    const payments = yield* BankPayments
    for (let time = 0; time < 2; time++)
      assert.strictEqual((yield* payments.markReturned(payment.id, "by hand"))._tag, "returned")
    assert.deepStrictEqual(yield* payments.unresolved, [])
    assert.deepStrictEqual(yield* fiatMoney(order.partnerId), { available: 0n, unresolved: 0n })
    const received = yield* receiveFiat(order, "operation")
    assert.strictEqual(received._tag, "returned", "told again it is the same money")
    const settled = yield* receiveFiat(yield* issued, "another")
    const failure = yield* Effect.flip(payments.markReturned(settled.order.id, "by hand"))
    assert.deepInclude(failure, { _tag: "InvalidState", status: "settled" })
    yield* booksAreRight
  })
})

describe("money that came late", () => {
  for (const [when, after, late] of [
    ["1 ms before the expiry is in time", -1, false],
    ["at the expiry is late", 0, true],
    ["24 hours after the expiry is late", graceMillis, true]
  ] as const) {
    for (const swept of [true, false]) {
      test(`taken by the bank ${when}, and pays${swept ? "" : ", though nobody swept"}`, function* () {
        const order = yield* issued
        yield* TestClock.setTime(order.expiresAt + 10 * millisPerDay)
        if (swept) yield* drain
        yield* receiveFiat(order, "operation", { bankTime: order.expiresAt + after })
        if (!swept) yield* drain
        const invoice = yield* readFiat(order)
        assert(invoice._tag === "paid")
        assert.strictEqual(invoice.late, late)
        assert.deepStrictEqual(yield* fiatMoney(order.partnerId), { available: 10_000n, unresolved: 0n })
        assert.strictEqual(yield* alertCount, 0)
        yield* booksAreRight
      })
    }
  }
})

describe("an operation of a bank is used once", () => {
  testIn({ store: racingStore })(
    "told ten times at once, of the payment and of the invoice, it is money once",
    function* () {
      const order = yield* issued
      const { id } = yield* chooseBank(order)
      const tellings = Array.from({ length: 10 }, (_, index) =>
        index % 2 === 0 ? confirm(order, id, "operation") : receiveFiat(order, "operation")
      )
      const received = yield* Effect.all(tellings, { concurrency: "unbounded" })
      assert.strictEqual(
        new Set(received.map(({ order }) => order.id)).size,
        1,
        "each answer is the one payment"
      )
      assert.strictEqual((yield* readFiat(order))._tag, "paid")
      assert.deepStrictEqual(yield* fiatMoney(order.partnerId), { available: 10_000n, unresolved: 0n })
      yield* workFor(bankPaymentJobs.follow, millisPerDay)
      assert.strictEqual(yield* alertCount, 0)
      yield* booksAreRight
    }
  )

  test("told of another invoice, of the same partner or another, it is refused", function* () {
    const order = yield* issued
    yield* receiveFiat(order, "operation")
    const sibling = yield* issueFiat(order.partnerId)
    const foreign = yield* issueFiat(yield* shop("another shop"))
    for (const other of [sibling, foreign]) {
      const { id } = yield* chooseBank(other)
      assert.instanceOf(yield* Effect.flip(receiveFiat(other, "operation")), BankOperationUsed)
      assert.instanceOf(yield* Effect.flip(confirm(other, id, "operation")), BankOperationUsed)
      assert.strictEqual((yield* readFiat(other))._tag, "pending")
    }
    assert.deepStrictEqual(yield* fiatMoney(order.partnerId), { available: 10_000n, unresolved: 0n })
    assert.deepStrictEqual(yield* fiatMoney(foreign.partnerId), { available: 0n, unresolved: 0n })
    yield* booksAreRight
  })

  testIn({ store: racingStore })("told of two invoices at once, it pays one of them", function* () {
    const order = yield* issued
    const other = yield* issueFiat(order.partnerId)
    const exits = yield* Effect.all(
      [Effect.exit(receiveFiat(order, "operation")), Effect.exit(receiveFiat(other, "operation"))],
      { concurrency: "unbounded" }
    )
    assert.deepStrictEqual(exits.map(({ _tag }) => _tag).toSorted(), ["Failure", "Success"])
    assert.strictEqual((yield* fiatMoney(order.partnerId)).available, 10_000n)
    yield* booksAreRight
  })

  test("that the rail tells of another invoice's payment alerts, and the payment is asked about again", function* () {
    const order = yield* issued
    const { id } = yield* chooseBank(order)
    yield* drain
    yield* receiveFiat(yield* issueFiat(order.partnerId), `operation of ${id}`)
    yield* settleAtBank(order, id)
    yield* workFor(bankPaymentJobs.follow, millisPerMinute)
    const { errors, railCalls } = yield* Seen
    assert.match(errors[0] ?? "", /bank payment pmt_\w+ .* recorded for another invoice$/)
    assert.deepStrictEqual(yield* paymentTags(order), ["awaiting"])
    const before = railCalls.length
    yield* workFor(bankPaymentJobs.follow, 16 * millisPerMinute)
    assert.strictEqual(railCalls.length, before + 1)
    assert.strictEqual((yield* readFiat(order))._tag, "pending")
  })

  test("of nothing or of no name is refused, and the invoice can still be paid", function* () {
    const order = yield* issued
    for (const fields of [
      { amountMinor: 0n },
      { amountMinor: -10_000n },
      { operationId: "" },
      { payerBank: "" }
    ])
      assert.strictEqual((yield* Effect.flip(receiveFiat(order, "operation", fields)))._tag, "InvalidInput")
    yield* receiveFiat(order, "operation")
    assert.strictEqual((yield* readFiat(order))._tag, "paid")
  })

  test("for nothing that is there for this partner, it is refused and can be used", function* () {
    const order = yield* issued
    const stranger = yield* shop("another shop")
    for (const nobodys of [
      { ...order, partnerId: stranger },
      { ...order, id: "inv_0" }
    ])
      assert.strictEqual((yield* Effect.flip(receiveFiat(nobodys, "operation")))._tag, "NotFound")
    yield* receiveFiat(order, "operation")
    assert.strictEqual((yield* readFiat(order))._tag, "paid")
  })
})
