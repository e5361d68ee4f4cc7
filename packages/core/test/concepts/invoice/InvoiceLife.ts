import { Result } from "effect"
import { assert } from "vitest"
import type { BookedReceipt } from "../../../src/concepts/bankPayment/BankReceipt.ts"
import {
  Invoice,
  type InvoiceCommand,
  type InvoiceEvent,
  type InvoiceOrder,
  type InvoiceStatus,
  type IssuedInvoice
} from "../../../src/concepts/invoice/Invoice.ts"
import { issuedInvoice } from "../../../src/concepts/invoice/InvoiceAsOf.ts"
import { invoiceEntries } from "../../../src/concepts/invoice/InvoicePostings.ts"
import { Books } from "../../kernel/ledger/Books.ts"
import { order as sample } from "./fiatSamples.ts"

/** The life of one fiat invoice with the books that its events write. */
export class InvoiceLife {
  state: IssuedInvoice
  readonly books: Books

  constructor(order: InvoiceOrder = sample, books: Books = new Books()) {
    this.state = issuedInvoice(Invoice.evolve(Invoice.initial, { _tag: "InvoiceIssued", order }))
    this.books = books
  }

  /** Carries out a command and answers its events, or nothing when it was refused. */
  tell(command: InvoiceCommand): ReadonlyArray<InvoiceEvent> | undefined {
    const decision = Invoice.decide(this.state, command)
    if (Result.isFailure(decision)) return undefined
    for (const event of decision.success) {
      for (const entry of invoiceEntries(this.state.order, event)) {
        assert.isTrue(this.books.book(entry), "no entry of an invoice is refused")
      }
      this.state = issuedInvoice(Invoice.evolve(this.state, event))
    }
    return decision.success
  }

  pay(receipt: BookedReceipt, at: number = receipt.bankTime): this {
    this.tell({ _tag: "Pay", receipt, at })
    return this
  }

  expire(at: number): this {
    this.tell({ _tag: "Expire", at })
    return this
  }

  cancel(at: number): this {
    this.tell({ _tag: "Cancel", at })
    return this
  }

  /** Asserts the status, and what the partner got. */
  is(status: InvoiceStatus, availableMinor: bigint): this {
    assert.deepStrictEqual(
      { status: this.state._tag, availableMinor: this.books.accounts.available },
      { status, availableMinor }
    )
    return this
  }

  /** Whether it was paid late; nothing where it is not paid. */
  get late(): boolean | undefined {
    return this.state._tag === "paid" ? this.state.late : undefined
  }
}
