import { Result } from "effect"
import { assert, describe, it } from "vitest"
import { type BankReceipt, type ReceiptFault, receiptFaults } from "../../src/bank/BankReceipt.ts"
import { Invoice, receiptFault, ReceiptRefused } from "../../src/invoice/Invoice.ts"
import { invoiceEntries } from "../../src/invoice/InvoicePostings.ts"
import { expiresAt, graceEnd, issuedAt, order, receiptOf } from "./fiatSamples.ts"
import { InvoiceLife } from "./InvoiceLife.ts"

const early = issuedAt + 1
const pending = () => new InvoiceLife()
const paid = () => new InvoiceLife().pay(receiptOf("first", early))
const expired = () => new InvoiceLife().expire(expiresAt)
const cancelled = () => new InvoiceLife().cancel(early)

describe("money that an invoice cannot take", () => {
  const less = { amountMinor: order.amountMinor - 1n }
  const more = { amountMinor: order.amountMinor + 1n }
  const foreign = { currency: "USD" } as const
  const tooLate = graceEnd + 1
  const cases: ReadonlyArray<
    readonly [name: string, life: () => InvoiceLife, receipt: BankReceipt, fault: ReceiptFault]
  > = [
    ["a minor unit less", pending, receiptOf("a", early, less), "wrongAmount"],
    ["a minor unit more", pending, receiptOf("a", early, more), "wrongAmount"],
    ["another currency", pending, receiptOf("a", early, foreign), "wrongAmount"],
    ["a cancelled invoice", cancelled, receiptOf("a", early), "cancelled"],
    ["a cancelled invoice, paid too late", cancelled, receiptOf("a", tooLate), "cancelled"],
    ["a paid invoice", paid, receiptOf("a", early), "alreadyPaid"],
    ["a paid invoice, too late", paid, receiptOf("a", tooLate), "alreadyPaid"],
    ["an expired invoice, too late", expired, receiptOf("a", tooLate), "tooLate"],
    ["a due invoice, too late", pending, receiptOf("a", tooLate), "tooLate"],
    ["the wrong amount for a cancelled invoice", cancelled, receiptOf("a", early, less), "wrongAmount"],
    ["the wrong amount for a paid invoice", paid, receiptOf("a", early, more), "wrongAmount"],
    ["the wrong amount, too late", expired, receiptOf("a", tooLate, less), "wrongAmount"]
  ]

  for (const [name, life, receipt, fault] of cases) {
    it(`is refused as ${fault}: ${name}`, () => {
      const { books, state } = life()
      const before = books.accounts
      assert.strictEqual(receiptFault(state, receipt), fault)
      assert.deepStrictEqual(
        Invoice.decide(state, { _tag: "Pay", receipt, at: receipt.bankTime }),
        Result.fail(new ReceiptRefused({ fault }))
      )
      assert.strictEqual(books.accounts, before)
    })
  }

  it("has every fault among these cases", () =>
    assert.sameMembers([...new Set(cases.map(([, , , fault]) => fault))], [...receiptFaults]))
})

describe("an operation", () => {
  it("that paid the invoice is silent when it is told again, whatever is told with it", () => {
    const life = paid()
    for (const bankTime of [early, graceEnd + 1]) {
      const again = receiptOf("first", bankTime, { amountMinor: 1n })
      assert.deepStrictEqual(life.tell({ _tag: "Pay", receipt: again, at: bankTime }), [])
    }
    life.is("paid", order.amountMinor)
  })

  it("of the same bank and instant is another one when its id is", () => {
    const life = paid()
    assert.isUndefined(life.tell({ _tag: "Pay", receipt: receiptOf("second", early), at: early }))
    life.is("paid", order.amountMinor)
  })
})

describe("the entry of a paid invoice", () => {
  it("moves the whole amount from outside to the partner, in the invoice's currency, at the instant of recording", () =>
    assert.deepStrictEqual(
      invoiceEntries(order, { _tag: "InvoicePaid", receipt: receiptOf("a", early), late: false, at: 7 }),
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
