import { Option } from "effect"
import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import type { BankPaymentCommand } from "../../../src/concepts/bankPayment/BankPayment.ts"
import type { BookedReceipt } from "../../../src/concepts/bankPayment/BankReceipt.ts"
import { holds } from "../../holds.ts"
import { show } from "../../kernel/machine/explore.ts"
import { expiresAt, graceEnd, order as invoiceOrder, issuedAt, receiptOf } from "../invoice/fiatSamples.ts"
import { Collection } from "./Collection.ts"
import { commandsAt, paymentOrderOf } from "./paymentSamples.ts"

/** What may happen around one invoice. */
type Happening =
  | {
      readonly _tag: "Command"
      readonly id: string
      readonly command: BankPaymentCommand
      readonly at: number
    }
  /** Through one of the payments, or by itself. */
  | { readonly _tag: "Money"; readonly id: string; readonly receipt: BookedReceipt; readonly at: number }
  | { readonly _tag: "Expire"; readonly at: number }
  | { readonly _tag: "Cancel"; readonly at: number }

const instant = fc.oneof(
  fc
    .tuple(fc.constantFrom(issuedAt + 1, expiresAt, graceEnd), fc.integer({ min: -1, max: 1 }))
    .map(([moment, off]) => moment + off),
  fc.integer({ min: issuedAt, max: graceEnd + 1000 })
)
const paymentId = fc.constantFrom("pmt_1", "pmt_2", "pmt_3")

const command = fc
  .record({
    id: paymentId,
    tag: fc.constantFrom("Request", "Start", "Accept", "LoseAnswer", "Decline", "Lapse", "Return" as const),
    at: instant
  })
  .map(({ at, id, tag }): Happening => {
    const one = commandsAt(at)[tag]
    const chosen = one._tag === "Request" ? { ...one, order: paymentOrderOf(id) } : one
    return { _tag: "Command", id, command: chosen, at }
  })

const money = fc
  .record({
    id: paymentId,
    operationId: fc.constantFrom("op_1", "op_2", "op_3", "op_4"),
    amountMinor: fc.oneof(
      { weight: 4, arbitrary: fc.constant(invoiceOrder.amountMinor) },
      { weight: 1, arbitrary: fc.constantFrom(0n, 999n, 5000n) }
    ),
    currency: fc.oneof(
      { weight: 5, arbitrary: fc.constant(invoiceOrder.currency) },
      { weight: 1, arbitrary: fc.constant("USD" as const) }
    ),
    bankTime: instant,
    lag: fc.constantFrom(-1, 0, 0, 1, graceEnd - issuedAt)
  })
  .map(({ bankTime, id, lag, operationId, ...chosen }): Happening => {
    const receipt = receiptOf(operationId, bankTime, chosen)
    return { _tag: "Money", id, receipt, at: bankTime + lag }
  })

const histories = fc
  .array(
    fc.oneof(
      { weight: 6, arbitrary: command },
      { weight: 4, arbitrary: money },
      { weight: 1, arbitrary: instant.map((at): Happening => ({ _tag: "Expire", at })) },
      { weight: 1, arbitrary: instant.map((at): Happening => ({ _tag: "Cancel", at })) }
    ),
    { maxLength: 30 }
  )
  .map((happenings) => happenings.toSorted((one, other) => one.at - other.at))

/** Money through a payment that exists and has none is that payment's; any other is a payment of its own. */
const happen = (collection: Collection, happening: Happening): void => {
  switch (happening._tag) {
    case "Command":
      collection.tell(happening.id, happening.command)
      break
    case "Expire":
      collection.invoice.expire(happening.at)
      break
    case "Cancel":
      collection.invoice.cancel(happening.at)
      break
    case "Money": {
      const { at, id, receipt } = happening
      const { amountMinor, currency, operationId } = receipt
      const waiting = collection.payments.get(id)
      const owner = collection.takenBy.get(operationId)
      if (waiting !== undefined && (owner === id || !("receipt" in waiting))) {
        collection.confirm(id, receipt, at)
        break
      }
      const own = { bank: "", amountMinor, currency, createdAt: at }
      collection.receive(paymentOrderOf(`pmt_of_${operationId}`, own), receipt, at)
    }
  }
}

/** A second, simpler account: what became of each operation's money, and nothing of payments. */
class MoneyModel {
  readonly operations = new Map<
    string,
    { readonly receipt: BookedReceipt; readonly fault: string | undefined }
  >()
  paid = false
  cancelled = false

  tell(happening: Happening): void {
    if (happening._tag === "Cancel" && !this.paid && happening.at < expiresAt) this.cancelled = true
    // The expiry decides nothing here: money of within the grace pays an expired invoice too.
    if (happening._tag !== "Money" || this.operations.has(happening.receipt.operationId)) return
    const { receipt } = happening
    const fault = this.#faultOf(receipt)
    if (fault === undefined) this.paid = true
    this.operations.set(receipt.operationId, { receipt, fault })
  }

  #faultOf({ amountMinor, bankTime, currency }: BookedReceipt): string | undefined {
    if (amountMinor !== invoiceOrder.amountMinor || currency !== invoiceOrder.currency) return "wrongAmount"
    if (this.cancelled) return "cancelled"
    if (this.paid) return "alreadyPaid"
    return bankTime > graceEnd ? "tooLate" : undefined
  }
}

const currencies = [invoiceOrder.currency, "USD"]
const runs = 1_000

describe("any history of an invoice and the bank payments for it", () => {
  it("loses no money and takes none twice: after every step each operation is settled, unresolved or returned", () =>
    holds(
      fc.property(histories, (happenings) => {
        const collection = new Collection()
        const model = new MoneyModel()
        for (const happening of happenings) {
          happen(collection, happening)
          model.tell(happening)
          for (const [operationId, { fault }] of model.operations) {
            const outcome = collection.outcomeOf(operationId)
            const allowed = fault === undefined ? ["settled"] : [`unresolved: ${fault}`, `returned: ${fault}`]
            assert.include(allowed, outcome, `${operationId} after ${show(happening)}`)
          }
          assert.strictEqual(collection.takenBy.size, model.operations.size)
          const settled = [...collection.payments.values()].filter(({ _tag }) => _tag === "settled")
          assert.strictEqual(
            settled.length,
            model.paid ? 1 : 0,
            "one payment settles, where the invoice is paid"
          )
          assert.strictEqual(collection.invoice.state._tag === "paid", model.paid)
        }
      }),
      runs
    ))

  it("keeps books that say the same: paid is available, unresolved is held apart, returned cancels out", () =>
    holds(
      fc.property(histories, (happenings) => {
        const collection = new Collection()
        for (const happening of happenings) {
          happen(collection, happening)
          for (const currency of currencies) {
            const { accounts, balance } = collection.booksOf(currency)
            const sum = (tag: string): bigint =>
              [...collection.payments.values()].reduce(
                (total, payment) =>
                  payment._tag === tag && "receipt" in payment && payment.receipt.currency === currency
                    ? total + payment.receipt.amountMinor
                    : total,
                0n
              )
            const { available, deposits, unresolved, ...others } = accounts
            assert.strictEqual(available, sum("settled"))
            assert.strictEqual(unresolved, sum("unresolved"))
            assert.strictEqual(deposits, -available - unresolved)
            assert.strictEqual(balance.receivedMinor, sum("settled"))
            assert.isTrue(Object.values(others).every((minor) => minor === 0n))
          }
        }
      }),
      runs
    ))

  it("does not change when any of its steps happens twice", () =>
    holds(
      fc.property(histories, (happenings) => {
        const once = new Collection()
        const twice = new Collection()
        for (const happening of happenings) {
          happen(once, happening)
          happen(twice, happening)
          happen(twice, happening)
        }
        assert.deepStrictEqual(twice.payments, once.payments)
        assert.deepStrictEqual(twice.takenBy, once.takenBy)
        assert.deepStrictEqual(twice.invoice.state, once.invoice.state)
        for (const currency of currencies)
          assert.deepStrictEqual(twice.booksOf(currency).accounts, once.booksOf(currency).accounts)
      }),
      runs
    ))

  it("ends every payment that is asked about until nobody waits: settled, unresolved, returned, declined or lapsed", () =>
    holds(
      fc.property(histories, (happenings) => {
        const collection = new Collection()
        for (const happening of happenings) happen(collection, happening)
        const at = graceEnd + graceEnd - issuedAt
        for (const id of collection.payments.keys()) assert.isTrue(collection.tell(id, commandsAt(at).Lapse))
        const ends = ["settled", "unresolved", "returned", "declined", "lapsed"]
        for (const payment of collection.payments.values()) assert.include(ends, payment._tag)
      }),
      500
    ))
})

describe("two payments of one invoice", () => {
  const [first, second] = ["pmt_1", "pmt_2"] as const
  const at = issuedAt + 5
  const both = (): Collection => {
    const collection = new Collection()
    for (const id of [first, second]) collection.tell(id, { _tag: "Request", order: paymentOrderOf(id) })
    return collection
  }

  it("both paid: the first settles it, the second is money to return", () => {
    const collection = both()
    collection.confirm(first, receiptOf("op_1", at), at)
    collection.confirm(second, receiptOf("op_2", at), at)
    assert.deepStrictEqual(
      ["op_1", "op_2"].map((operation) => collection.outcomeOf(operation)),
      ["settled", "unresolved: alreadyPaid"]
    )
    collection.invoice.is("paid", invoiceOrder.amountMinor)
  })

  it("cannot both take the money of one operation", () => {
    const collection = both()
    collection.confirm(first, receiptOf("op_1", at), at)
    collection.confirm(second, receiptOf("op_1", at), at)
    assert.strictEqual(collection.payments.get(second)?._tag, "requested")
    collection.invoice.is("paid", invoiceOrder.amountMinor)
  })

  it("money of a payment that lapsed still pays the invoice within the grace", () => {
    const collection = both()
    collection.tell(first, commandsAt(expiresAt).Lapse)
    collection.confirm(first, receiptOf("op_1", graceEnd), graceEnd)
    assert.strictEqual(collection.outcomeOf("op_1"), "settled")
    assert.isTrue(collection.invoice.late)
  })

  it("more money through a payment that has its own is a payment by itself", () => {
    const collection = both()
    collection.confirm(first, receiptOf("op_1", at), at)
    const receipt = receiptOf("op_2", at)
    const fault = Option.some("alreadyPaid" as const)
    assert.isFalse(collection.tell(first, { _tag: "Confirm", receipt, fault, at }))
    collection.receive(paymentOrderOf("pmt_9", { bank: "" }), receipt, at)
    assert.strictEqual(collection.outcomeOf("op_2"), "unresolved: alreadyPaid")
  })
})
