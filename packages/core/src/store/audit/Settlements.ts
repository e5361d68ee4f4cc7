import { Option } from "effect"
import type { RecordedBankPayment } from "../../concepts/bankPayment/BankPayment.ts"
import type { IssuedInvoice } from "../../concepts/invoice/Invoice.ts"
import type { AuditSnapshot, Notes } from "../AuditReader.ts"

/**
 * Matches each paid invoice one to one with the settled bank payment that paid it, by the bank's operation: no money
 * pays two invoices, and no invoice is paid twice or by money that never arrived. Where the bank took the money back,
 * both say so.
 */
export class Settlements {
  /** By invoice: the operation that paid it, until its payment was seen. */
  readonly #operations: Notes<string>
  /** The same, of invoices whose money was taken back. */
  readonly #reversed: Notes<true>

  constructor(notes: AuditSnapshot["notes"]) {
    this.#operations = notes()
    this.#reversed = notes()
  }

  addInvoice(invoice: IssuedInvoice): void {
    if (invoice._tag !== "paid") return
    this.#operations.set(invoice.order.id, invoice.receipt.operationId)
    if (Option.isSome(invoice.reversedAt)) this.#reversed.set(invoice.order.id, true)
  }

  faultsOfPayment(payment: RecordedBankPayment): ReadonlyArray<string> {
    if (payment._tag !== "settled" && payment._tag !== "reversed") return []
    const { id, invoiceId } = payment.order
    const { operationId } = payment.receipt
    if (this.#operations.get(invoiceId) !== operationId)
      return [
        `bank payment ${id} is ${payment._tag}, and invoice ${invoiceId} is not paid by its operation ${operationId}`
      ]
    this.#operations.take(invoiceId)
    const isReversed = this.#reversed.get(invoiceId) === true
    return isReversed === (payment._tag === "reversed")
      ? []
      : [
          `bank payment ${id} is ${payment._tag}, and invoice ${invoiceId} ${isReversed ? "is" : "is not"} reversed`
        ]
  }

  /** Invoices whose payment was not among those seen. */
  faultsOfRest(): ReadonlyArray<string> {
    return Array.from(
      this.#operations.rest(),
      ([invoiceId, operationId]) =>
        `invoice ${invoiceId} is paid by operation ${operationId}, which has no settled payment`
    )
  }
}
