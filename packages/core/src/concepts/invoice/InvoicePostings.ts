import { type JournalEntry, postings } from "../../kernel/ledger/Ledger.ts"
import { cameFrom } from "../bankPayment/BankReceipt.ts"
import type { InvoiceEvent, InvoiceOrder } from "./Invoice.ts"

/**
 * The journal entry for an event of this invoice, if any: money that a bank took for it belongs to the
 * partner.
 */
export const invoiceEntries = (order: InvoiceOrder, event: InvoiceEvent): ReadonlyArray<JournalEntry> => {
  switch (event._tag) {
    case "InvoicePaid":
      return [
        {
          partnerId: order.partnerId,
          currency: order.currency,
          kind: "invoice.paid",
          subjectId: order.id,
          at: event.at,
          limit: "enforced",
          postings: postings({
            debit: cameFrom(event.receipt),
            credit: "available",
            amountMinor: event.receipt.amountMinor
          })
        }
      ]
    case "InvoiceIssued":
    case "InvoiceExpired":
    case "InvoiceCancelled":
    case "InvoiceRedacted":
    case "InvoicePaymentUnresolved":
    // Posted with the payment.
    case "InvoicePaymentReversed":
      return []
  }
}
