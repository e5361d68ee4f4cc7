import { assert, describe, it } from "vitest"
import { graceMillis, type InvoiceCommand } from "../../../src/concepts/invoice/Invoice.ts"
import { invoiceAsOf } from "../../../src/concepts/invoice/InvoiceAsOf.ts"
import { expiresAt, issuedAt, receiptOf } from "./fiatSamples.ts"
import { InvoiceLife } from "./InvoiceLife.ts"

const early = issuedAt + 1

describe("the expiry holds at the instant", () => {
  it("is the instant at which an unswept invoice says it was changed", () =>
    assert.strictEqual(invoiceAsOf(new InvoiceLife().state, expiresAt + 5).updatedAt, expiresAt))
})

describe("money that is heard of after the expiry", () => {
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
})
