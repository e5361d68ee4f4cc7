import { Option, Result } from "effect"
import { assert, describe, it } from "vitest"
import {
  BankPayment,
  type BankPaymentCommand,
  type BankPaymentState
} from "../../../src/concepts/bankPayment/BankPayment.ts"
import { bankPaymentEntries } from "../../../src/concepts/bankPayment/BankPaymentPostings.ts"
import {
  type BookedReceipt,
  type ReceiptFault,
  receiptFaults
} from "../../../src/concepts/bankPayment/BankReceipt.ts"
import { invariant } from "../../../src/kernel/machine/invariant.ts"
import { Books } from "../../kernel/ledger/Books.ts"
import { receiptOf } from "../invoice/fiatSamples.ts"
import { commandsAt, confirm, order, receipt, start } from "./paymentSamples.ts"

/** All entries of a payment that these commands are carried out on, in their order. */
const entriesOf = (...commands: ReadonlyArray<BankPaymentCommand>) => {
  let state: BankPaymentState = BankPayment.initial
  return commands.flatMap((command) => {
    const decision = BankPayment.decide(state, command)
    invariant(Result.isSuccess(decision), `${command._tag} in ${state._tag}`)
    return decision.success.flatMap((event) => {
      const next = BankPayment.evolve(state, event)
      state = next
      invariant(next._tag !== "absent", "a requested payment stays")
      return bankPaymentEntries(next, event)
    })
  })
}

const { Accept, Confirm, Decline, Lapse, LoseAnswer, Recall, Receive, Request, Resolve, Return, Start } =
  commandsAt(start + 1)
const unresolved = (money: BookedReceipt, fault: ReceiptFault): BankPaymentCommand =>
  confirm(start + 1, money, Option.some(fault))

describe("the entries of a bank payment", () => {
  it("are none before the money, and none for money that paid the invoice: that entry is the invoice's", () => {
    assert.deepStrictEqual(entriesOf(Request, Start, LoseAnswer, Start, Accept, Decline, Confirm), [])
    assert.deepStrictEqual(entriesOf(Request, Lapse, Confirm), [])
    assert.deepStrictEqual(entriesOf(Receive), [])
  })

  for (const fault of receiptFaults) {
    it(`hold apart money that the invoice cannot take (${fault}) and cancel it when it is returned`, () => {
      const returned: BankPaymentCommand = { _tag: "Return", reason: "sent back", at: start + 9 }
      const { currency, id, partnerId } = order
      const { amountMinor } = receipt
      const all = { partnerId, currency, subjectId: id, limit: "enforced" } as const
      assert.deepStrictEqual(entriesOf(Request, unresolved(receipt, fault), returned), [
        {
          ...all,
          kind: "bankPayment.unresolved",
          at: start + 1,
          postings: [{ debit: "deposits", credit: "unresolved", amountMinor }]
        },
        {
          ...all,
          kind: "bankPayment.returned",
          at: start + 9,
          postings: [{ debit: "unresolved", credit: "deposits", amountMinor }]
        }
      ])
    })
  }

  it("go through clearing for money of a statement, and back the same way", () => {
    const ofStatement = { ...receipt, entryId: Option.some("ste_1") }
    const moves = (...commands: ReadonlyArray<BankPaymentCommand>) =>
      entriesOf(...commands).map(({ limit, postings: [only] }) => [only?.debit, only?.credit, limit])
    assert.deepStrictEqual(moves(Request, unresolved(ofStatement, "cancelled"), Return), [
      ["clearing", "unresolved", "enforced"],
      ["unresolved", "clearing", "enforced"]
    ])
    assert.deepStrictEqual(moves(Request, unresolved(ofStatement, "cancelled"), Recall)[1], [
      "unresolved",
      "clearing",
      "enforced"
    ])
    assert.deepStrictEqual(moves(Request, unresolved(ofStatement, "tooLate"), Resolve, Recall).slice(1), [
      ["unresolved", "clearing", "enforced"],
      ["available", "clearing", "waived"]
    ])
    // The bank has it, even where the partner has spent it.
    assert.deepStrictEqual(moves(Request, confirm(start + 1, ofStatement), Recall), [
      ["available", "clearing", "waived"]
    ])
    assert.deepStrictEqual(moves(Receive, Recall), [["available", "deposits", "waived"]])
  })

  it("are of the receipt's amount and currency, not of those that were asked for", () => {
    const foreign = receiptOf("op_1", start, { amountMinor: 7n, currency: "USD" })
    assert.deepStrictEqual(
      entriesOf(Request, unresolved(foreign, "wrongAmount")).map(({ currency, postings }) => ({
        currency,
        amounts: postings.map(({ amountMinor }) => amountMinor)
      })),
      [{ currency: "USD", amounts: [7n] }]
    )
  })

  it("are none for an operation of nothing: an entry carries money", () => {
    const nothing = receiptOf("op_1", start, { amountMinor: 0n })
    assert.deepStrictEqual(entriesOf(Request, unresolved(nothing, "wrongAmount"), Return), [])
  })

  it("show unresolved money in no figure of the partner's balance", () => {
    const books = new Books()
    const [held, sentBack] = entriesOf(Request, unresolved(receipt, "tooLate"), Return)
    const nothing = books.balance
    invariant(held !== undefined && sentBack !== undefined, "two entries")
    assert.isTrue(books.book(held))
    assert.strictEqual(books.accounts.unresolved, receipt.amountMinor)
    assert.deepStrictEqual(books.balance, nothing)
    assert.isTrue(books.book(sentBack))
    assert.strictEqual(books.accounts.unresolved, 0n)
    assert.deepStrictEqual(books.balance, nothing)
  })

  it("cannot return more than is held", () => {
    const sentBack = entriesOf(Request, unresolved(receipt, "tooLate"), Return)[1]
    invariant(sentBack !== undefined, "an entry of the return")
    assert.isFalse(new Books().book(sentBack))
  })
})
