import { assert, describe, it } from "vitest"
import { graceMillis, type InvoiceCommand } from "../../src/invoice/Invoice.ts"
import { invoiceAsOf } from "../../src/invoice/InvoiceAsOf.ts"
import { millisPerDay } from "../../src/time/Instant.ts"
import { expiresAt, graceEnd, issuedAt, order, receiptOf } from "./fiatSamples.ts"
import { InvoiceLife } from "./InvoiceLife.ts"

const whole = order.amountMinor
const early = issuedAt + 1

describe("the expiry holds at the instant", () => {
  for (const offset of [-1, 0, 1]) {
    const at = expiresAt + offset
    const status = offset < 0 ? "pending" : "expired"

    it(`${offset} ms from it the sweeper leaves the invoice ${status}`, () =>
      new InvoiceLife().expire(at).is(status, 0n))

    it(`${offset} ms from it a read shows ${status}, without a sweeper`, () =>
      assert.strictEqual(invoiceAsOf(new InvoiceLife().state, at)._tag, status))

    it(`${offset} ms from it a cancellation ${offset < 0 ? "is carried out" : "comes too late"}`, () =>
      new InvoiceLife().cancel(at).is(offset < 0 ? "cancelled" : "pending", 0n))

    it(`money that the bank took ${offset} ms from it is ${offset < 0 ? "in time" : "late"}, swept or not`, () => {
      const receipt = receiptOf("a", at)
      const swept = new InvoiceLife().expire(at).pay(receipt).is("paid", whole)
      const unswept = new InvoiceLife().pay(receipt).is("paid", whole)
      for (const life of [swept, unswept]) assert.strictEqual(life.late, offset >= 0)
    })
  }

  it("changes nothing that a read shows of a paid, cancelled or expired invoice", () => {
    const lives = [
      new InvoiceLife().pay(receiptOf("a", early)),
      new InvoiceLife().cancel(early),
      new InvoiceLife().expire(expiresAt)
    ]
    for (const { state } of lives) assert.strictEqual(invoiceAsOf(state, graceEnd), state)
  })

  it("is the instant at which an unswept invoice says it was changed", () =>
    assert.strictEqual(invoiceAsOf(new InvoiceLife().state, expiresAt + 5).updatedAt, expiresAt))
})

describe("the bank's time decides, not the instant at which we hear of it", () => {
  it("money of before the expiry is in time however late it is heard of", () => {
    for (const heardAt of [expiresAt - 1, expiresAt, graceEnd + 1, graceEnd + 365 * millisPerDay]) {
      const life = new InvoiceLife().pay(receiptOf("a", expiresAt - 1), heardAt).is("paid", whole)
      assert.strictEqual(life.late, false)
    }
  })

  it("money of a bank whose clock is ahead is late when it says so, before the expiry too", () => {
    const life = new InvoiceLife().pay(receiptOf("a", expiresAt), expiresAt - 1).is("paid", whole)
    assert.strictEqual(life.late, true)
  })

  it("late money tells of the expiry first where nobody did, and only there", () => {
    const pay: InvoiceCommand = { _tag: "Pay", receipt: receiptOf("a", expiresAt), at: expiresAt + 7 }
    const tagsOf = (life: InvoiceLife) => life.tell(pay)?.map(({ _tag }) => _tag)
    assert.deepStrictEqual(tagsOf(new InvoiceLife()), ["InvoiceExpired", "InvoicePaid"])
    assert.deepStrictEqual(tagsOf(new InvoiceLife().expire(expiresAt)), ["InvoicePaid"])
  })

  it("money in time that is heard of after the expiry tells of no expiry: there was none", () => {
    const pay: InvoiceCommand = { _tag: "Pay", receipt: receiptOf("a", expiresAt - 1), at: expiresAt + 7 }
    assert.deepStrictEqual(
      new InvoiceLife().tell(pay)?.map(({ _tag }) => _tag),
      ["InvoicePaid"]
    )
  })

  it("the payment's instant is when it was recorded; the bank's stays on the receipt", () => {
    const { state } = new InvoiceLife().pay(receiptOf("a", early), early + 9)
    assert.strictEqual(state._tag, "paid")
    if (state._tag !== "paid") return
    assert.deepStrictEqual(
      [state.paidAt, state.updatedAt, state.receipt.bankTime],
      [early + 9, early + 9, early]
    )
  })
})

describe("the grace after the expiry", () => {
  it("is 24 hours", () => assert.strictEqual(graceMillis, 24 * 60 * 60 * 1000))

  for (const offset of [-1, 0, 1]) {
    const takes = offset <= 0
    it(`money that the bank took ${offset} ms from its end ${takes ? "pays" : "does not pay"} the invoice, swept or not`, () => {
      const receipt = receiptOf("a", graceEnd + offset)
      const amount = takes ? whole : 0n
      new InvoiceLife()
        .expire(expiresAt)
        .pay(receipt)
        .is(takes ? "paid" : "expired", amount)
      new InvoiceLife().pay(receipt).is(takes ? "paid" : "pending", amount)
    })
  }
})
