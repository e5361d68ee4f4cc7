import { assert, describe } from "@effect/vitest"
import { BankPayments, BankReceipts } from "@quittance/core"
import {
  type BankAccount,
  type BookedReceipt,
  type CalendarDate,
  type InvoiceOrder,
  LedgerReader,
  millisPerDay,
  type TransferTime,
  transferTime
} from "@quittance/core/adapter"
import { Clock, Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { Seen, testIn } from "./Deployment.ts"
import {
  booksAreRight,
  cancelFiat,
  chooseBank,
  drain,
  issueFiat,
  paymentTags,
  racingStore,
  readFiat,
  receiptOf,
  shop
} from "./fiatInvoices.ts"

const account: BankAccount = {
  ...{ name: "main", currency: "EUR", account: "DE89370400440532013000" },
  ...{ timeZone: "Europe/Berlin", settlementDays: 5 }
}
const transfers = { settings: { banks: [account] } }

const issued = Effect.flatMap(shop(), (partnerId) => issueFiat(partnerId, { currency: "EUR" }))

interface Transfer {
  readonly entryId?: string
  readonly bookedOn?: CalendarDate
  readonly fields?: Partial<BookedReceipt>
  readonly waivesTime?: boolean
}

/** A transfer that an entry of a statement tells of, read now. */
const receive = Effect.fnUntraced(function* (
  order: InvoiceOrder,
  { bookedOn = "2026-01-01", entryId = "ste_1", fields, waivesTime }: Transfer = {}
) {
  const now = yield* Clock.currentTimeMillis
  const time: TransferTime = transferTime(account, order, { bookedOn }, now)
  const receipt = {
    ...receiptOf(order, entryId, time.paidAt, fields),
    entryId: Option.some(entryId)
  }
  const receipts = yield* BankReceipts
  return yield* receipts.receiveTransfer(order.partnerId, order.id, receipt, time, waivesTime)
})

const recall = ({ order }: { readonly order: { readonly partnerId: string; readonly id: string } }) =>
  Effect.flatMap(BankReceipts, (receipts) => receipts.recall(order.partnerId, order.id, "2026-01-20"))

/** What is in the partner's book, in euros. */
const book = ({ partnerId }: InvoiceOrder) =>
  Effect.flatMap(LedgerReader, (ledger) =>
    Effect.map(ledger.balances(partnerId, "EUR"), ({ available, clearing, deposits, unresolved }) => ({
      ...{ available, clearing, deposits, unresolved }
    }))
  )

const nothing = { available: 0n, clearing: 0n, deposits: 0n, unresolved: 0n }
const paid = { ...nothing, available: 10_000n, clearing: -10_000n }
const held = { ...nothing, unresolved: 10_000n, clearing: -10_000n }

describe("money of a transfer", () => {
  testIn(transfers)(
    "pays through the payment that shows what to transfer, out of clearing, once",
    function* () {
      const order = yield* issued
      const { id } = yield* chooseBank(order, "transfer")
      yield* drain
      for (let time = 0; time < 2; time++) {
        const payment = yield* receive(order)
        assert.deepStrictEqual([payment.order.id, payment._tag], [id, "settled"])
      }
      assert.deepStrictEqual(yield* paymentTags(order), ["settled"])
      assert.deepStrictEqual(yield* book(order), paid)
      yield* booksAreRight
    }
  )

  testIn(transfers)("pays the payment whose time was over when the statement was read", function* () {
    const order = yield* issued
    const { id } = yield* chooseBank(order, "transfer")
    yield* drain
    yield* TestClock.setTime(order.expiresAt + 30 * millisPerDay)
    yield* drain
    assert.deepStrictEqual(yield* paymentTags(order), ["lapsed"])
    assert.strictEqual((yield* receive(order)).order.id, id)
    const invoice = yield* readFiat(order)
    assert(invoice._tag === "paid")
    assert.isFalse(invoice.late, "the bank booked it on the day of the expiry")
    assert.strictEqual(new Date(invoice.paidAt).toISOString(), "2026-01-01T22:59:59.999Z")
    yield* booksAreRight
  })

  testIn(transfers)(
    "pays an expired invoice late where the bank booked it within the settlement days",
    function* () {
      const order = yield* issued
      yield* TestClock.setTime(order.expiresAt + 6 * millisPerDay)
      const tooLate = yield* receive(order, { entryId: "ste_late", bookedOn: "2026-01-08" })
      assert.deepInclude(tooLate, { _tag: "unresolved", fault: "tooLate" })
      assert.strictEqual((yield* receive(order, { bookedOn: "2026-01-07" }))._tag, "settled")
      const invoice = yield* readFiat(order)
      assert(invoice._tag === "paid")
      assert.isTrue(invoice.late)
      assert.strictEqual(new Date(invoice.paidAt).toISOString(), "2026-01-07T22:59:59.999Z")
      assert.strictEqual(invoice.receipt.bankTime, invoice.paidAt)
      yield* booksAreRight
    }
  )

  testIn(transfers)(
    "pays too late where a person says so, and no wrong amount or cancelled invoice",
    function* () {
      const order = yield* issued
      yield* TestClock.setTime(order.expiresAt + 60 * millisPerDay)
      const late = { bookedOn: "2026-02-20", waivesTime: true } as const
      const wrong = yield* receive(order, { ...late, entryId: "ste_2", fields: { amountMinor: 1n } })
      assert.deepInclude(wrong, { _tag: "unresolved", fault: "wrongAmount" })
      assert.strictEqual((yield* receive(order, late))._tag, "settled")
      const invoice = yield* readFiat(order)
      assert(invoice._tag === "paid" && invoice.late)
      const cancelled = yield* issued
      yield* cancelFiat(cancelled)
      const refused = yield* receive(cancelled, { ...late, entryId: "ste_3" })
      assert.deepInclude(refused, { _tag: "unresolved", fault: "cancelled" })
    }
  )

  testIn(transfers)(
    "that the invoice cannot take is held, and goes back to the account's book",
    function* () {
      const order = yield* issued
      yield* cancelFiat(order)
      const payment = yield* receive(order)
      assert.deepStrictEqual(yield* book(order), held)
      yield* booksAreRight
      const payments = yield* BankPayments
      assert.strictEqual((yield* payments.markReturned(payment.order.id, "by hand"))._tag, "returned")
      assert.deepStrictEqual(yield* book(order), nothing)
      yield* booksAreRight
    }
  )

  testIn({ ...transfers, store: racingStore })("told by two importers at once, is one payment", function* () {
    const order = yield* issued
    yield* chooseBank(order, "transfer")
    yield* drain
    const both = yield* Effect.all([receive(order), receive(order)], { concurrency: "unbounded" })
    assert.strictEqual(new Set(both.map(({ order }) => order.id)).size, 1)
    assert.deepStrictEqual(yield* paymentTags(order), ["settled"])
    assert.deepStrictEqual(yield* book(order), paid)
    yield* booksAreRight
  })

  testIn({ ...transfers, store: racingStore })(
    "of two transfers at once, pays once and is held once",
    function* () {
      const order = yield* issued
      yield* chooseBank(order, "transfer")
      yield* drain
      const both = yield* Effect.all([receive(order), receive(order, { entryId: "ste_2" })], {
        concurrency: "unbounded"
      })
      assert.deepStrictEqual(both.map(({ _tag }) => _tag).toSorted(), ["settled", "unresolved"])
      assert.deepStrictEqual(
        both.map((payment) => "receipt" in payment && payment.receipt.operationId),
        ["ste_1", "ste_2"]
      )
      yield* booksAreRight
    }
  )
})

describe("money that the bank takes back", () => {
  testIn(transfers)("leaves the balance, and the invoice stays paid and is reversed", function* () {
    const order = yield* issued
    const payment = yield* receive(order)
    for (let time = 0; time < 2; time++) assert.strictEqual((yield* recall(payment))._tag, "reversed")
    const invoice = yield* readFiat(order)
    assert(invoice._tag === "paid")
    assert.isTrue(Option.isSome(invoice.reversedAt))
    assert.deepStrictEqual(yield* book(order), nothing)
    const { errors } = yield* Seen
    assert.lengthOf(errors, 1)
    assert.match(errors[0] ?? "", /^the bank took back the money of bank payment pmt_\w+, .* invoice inv_\w+/)
    const again = yield* receive(order, { entryId: "ste_2" })
    assert.deepInclude(again, { _tag: "unresolved", fault: "alreadyPaid" })
    assert.strictEqual((yield* receive(order))._tag, "reversed", "told again, it is the same money")
    yield* booksAreRight
  })

  testIn(transfers)("is returned by it where it waited for an operator", function* () {
    const order = yield* issued
    yield* cancelFiat(order)
    const payment = yield* receive(order)
    for (let time = 0; time < 2; time++) {
      const recalled = yield* recall(payment)
      assert.deepInclude(recalled, {
        _tag: "returned",
        reason: "taken back by the bank, which booked it on 2026-01-20"
      })
    }
    assert.deepStrictEqual(yield* book(order), nothing)
    yield* booksAreRight
  })

  testIn(transfers)("was taken before, or there is nothing to take back", function* () {
    const order = yield* issued
    const { id, partnerId } = yield* chooseBank(order, "transfer")
    yield* drain
    const refused = yield* Effect.flip(recall({ order: { id, partnerId } }))
    assert.deepInclude(refused, { _tag: "InvalidState", status: "awaiting", command: "recall" })
    assert.deepStrictEqual(yield* paymentTags(order), ["awaiting"])
  })
})
