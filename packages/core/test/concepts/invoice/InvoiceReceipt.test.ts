import { assert, describe, it } from "vitest"
import { invoiceEntries } from "../../../src/concepts/invoice/InvoicePostings.ts"
import { issuedAt, order, receiptOf } from "./fiatSamples.ts"

const early = issuedAt + 1

describe("the entry of a paid invoice", () => {
  it("moves the whole amount from outside to the partner, in the invoice's currency, at the instant of recording", () =>
    assert.deepStrictEqual(
      invoiceEntries(order, {
        _tag: "InvoicePaid",
        receipt: receiptOf("a", early),
        late: false,
        paidAt: 7,
        at: 7
      }),
      [
        {
          partnerId: order.partnerId,
          currency: order.currency,
          kind: "invoice.paid",
          subjectId: order.id,
          at: 7,
          limit: "enforced",
          postings: [{ debit: "deposits", credit: "available", amountMinor: order.amountMinor }]
        }
      ]
    ))

  it("is the only one that an invoice makes", () => {
    for (const event of [
      { _tag: "InvoiceIssued", order },
      { _tag: "InvoiceExpired", at: 7 },
      { _tag: "InvoiceCancelled", at: 7 }
    ] as const)
      assert.deepStrictEqual(invoiceEntries(order, event), [])
  })
})
