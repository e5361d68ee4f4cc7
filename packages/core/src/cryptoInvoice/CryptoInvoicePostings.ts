import { type JournalEntry, postings } from "../ledger/JournalEntry.ts"
import type { CryptoInvoiceEvent } from "./CryptoInvoice.ts"
import type { CryptoInvoiceOrder } from "./CryptoInvoiceRecord.ts"

/** The journal entry for an event of this invoice, if any. */
export const cryptoInvoiceEntries = (
  order: CryptoInvoiceOrder,
  event: CryptoInvoiceEvent
): ReadonlyArray<JournalEntry> => {
  if (event._tag !== "TransferCredited" && event._tag !== "TransferReversed") return []
  const { amountMinor, at, feeMinor } = event
  const subject = { partnerId: order.partnerId, currency: order.currency, subjectId: order.id, at }
  return event._tag === "TransferCredited"
    ? [
        {
          ...subject,
          kind: "deposit.credited",
          limit: "enforced",
          postings: postings(
            { debit: "deposits", credit: "available", amountMinor: amountMinor - feeMinor },
            { debit: "deposits", credit: "invoiceFees", amountMinor: feeMinor }
          )
        }
      ]
    : [
        // Credited money that vanished: the net amount is written off, below zero if necessary.
        {
          ...subject,
          kind: "deposit.reversed",
          limit: "waived",
          postings: postings(
            { debit: "available", credit: "adjustments", amountMinor: amountMinor - feeMinor },
            { debit: "invoiceFees", credit: "deposits", amountMinor: feeMinor }
          )
        }
      ]
}
