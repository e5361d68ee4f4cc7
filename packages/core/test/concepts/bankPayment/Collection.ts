import { Option, Result } from "effect"
import { assert } from "vitest"
import {
  BankPayment,
  type BankPaymentCommand,
  type BankPaymentOrder,
  type BankPaymentState,
  type RecordedBankPayment
} from "../../../src/concepts/bankPayment/BankPayment.ts"
import { bankPaymentEntries } from "../../../src/concepts/bankPayment/BankPaymentPostings.ts"
import type { BookedReceipt, ReceiptFault } from "../../../src/concepts/bankPayment/BankReceipt.ts"
import { receiptFault } from "../../../src/concepts/invoice/Invoice.ts"
import { invariant } from "../../../src/kernel/machine/invariant.ts"
import { Books } from "../../kernel/ledger/Books.ts"
import { order as invoiceOrder } from "../invoice/fiatSamples.ts"
import { InvoiceLife } from "../invoice/InvoiceLife.ts"

/**
 * One invoice, the bank payments for it and the books of both, under the one rule that binds them: an operation's money
 * is claimed once; where the invoice finds no fault in it, the payment and the invoice take it together.
 */
export class Collection {
  readonly books = new Map<string, Books>()
  readonly invoice = new InvoiceLife(invoiceOrder, this.booksOf(invoiceOrder.currency))
  readonly payments = new Map<string, RecordedBankPayment>()
  /** Which payment took an operation's money. */
  readonly takenBy = new Map<string, string>()

  booksOf(currency: string): Books {
    const books = this.books.get(currency) ?? new Books()
    this.books.set(currency, books)
    return books
  }

  /** Carries out a command on a payment and says whether it was accepted. */
  tell(id: string, command: BankPaymentCommand): boolean {
    const state: BankPaymentState = this.payments.get(id) ?? BankPayment.initial
    const decision = BankPayment.decide(state, command)
    if (Result.isFailure(decision)) return false
    let next = state
    for (const event of decision.success) {
      next = BankPayment.evolve(next, event)
      invariant(next._tag !== "absent", "a requested payment stays")
      for (const entry of bankPaymentEntries(next, event)) {
        assert.isTrue(this.booksOf(entry.currency).book(entry), "no entry of a bank payment is refused")
      }
      this.payments.set(id, next)
    }
    return true
  }

  /** A bank took money for this payment. Told of the same operation again, it answers as the first time. */
  confirm(id: string, receipt: BookedReceipt, at: number): void {
    this.#take(receipt, at, id, (fault) => this.tell(id, { _tag: "Confirm", receipt, fault, at }))
  }

  /** Money came for the invoice, for which no payment was waiting. */
  receive(order: BankPaymentOrder, receipt: BookedReceipt, at: number): void {
    this.#take(receipt, at, order.id, (fault) =>
      this.tell(order.id, { _tag: "Receive", order, receipt, fault, at })
    )
  }

  /** What is known of an operation's money; nothing where it was not taken. */
  outcomeOf(operationId: string): string | undefined {
    const payment = this.payments.get(this.takenBy.get(operationId) ?? "")
    if (payment === undefined) return undefined
    invariant(
      "receipt" in payment && payment.receipt.operationId === operationId,
      "the claim tells the payment"
    )
    return "fault" in payment ? `${payment._tag}: ${payment.fault}` : payment._tag
  }

  #take(
    receipt: BookedReceipt,
    at: number,
    id: string,
    tell: (fault: Option.Option<ReceiptFault>) => boolean
  ): void {
    const owner = this.takenBy.get(receipt.operationId)
    const fault = Option.fromUndefinedOr(receiptFault(this.invoice.state, receipt))
    if (owner !== undefined) {
      // The machine is silent too where it is the payment's own money.
      if (owner === id && this.payments.has(id)) tell(fault)
      return
    }
    assert.isTrue(tell(fault), `money was refused by payment ${id}`)
    this.takenBy.set(receipt.operationId, id)
    if (Option.isNone(fault)) {
      assert.isDefined(
        this.invoice.tell({ _tag: "Pay", receipt, at }),
        "an invoice takes money without fault"
      )
    }
  }
}
