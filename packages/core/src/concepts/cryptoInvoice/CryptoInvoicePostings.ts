import { type JournalEntry, postings } from "../../kernel/ledger/Ledger.ts"
import type { CryptoInvoiceEvent } from "./CryptoInvoice.ts"
import type { CryptoInvoiceOrder } from "./CryptoInvoiceRecord.ts"

/** The journal entry for an event of this invoice, if any. An event that moves less than a minor unit has none. */
export const cryptoInvoiceEntries = (
  order: CryptoInvoiceOrder,
  event: CryptoInvoiceEvent
): ReadonlyArray<JournalEntry> => {
  if (event._tag !== "TransferCredited" && event._tag !== "TransferReversed") return []
  const { amountMinor, at, feeMinor } = event
  if (amountMinor === 0n && feeMinor === 0n) return []
  const netMinor = amountMinor - feeMinor
  const subject = { partnerId: order.partnerId, currency: order.currency, subjectId: order.id, at }
  return event._tag === "TransferCredited"
    ? [
        {
          ...subject,
          kind: "deposit.credited",
          limit: "enforced",
          postings: postings(
            { debit: "deposits", credit: "available", amountMinor: netMinor },
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
            // The fee that is given up may be one minor unit more than the sum shrinks by.
            netMinor < 0n
              ? { debit: "adjustments", credit: "available", amountMinor: -netMinor }
              : { debit: "available", credit: "adjustments", amountMinor: netMinor },
            { debit: "invoiceFees", credit: "deposits", amountMinor: feeMinor }
          )
        }
      ]
}
