import { type JournalEntry, type JournalEntryKind, type Posting, postings } from "../ledger/JournalEntry.ts"
import type { BankPaymentEvent, RecordedBankPayment } from "./BankPayment.ts"

/**
 * The journal entry that an event makes, if any; `payment` is the state after it. Money that settles an invoice is the invoice's entry;
 * what no invoice could take is held apart from the partner's balance until it is returned.
 */
export const bankPaymentEntries = (
  payment: RecordedBankPayment,
  event: BankPaymentEvent
): ReadonlyArray<JournalEntry> => {
  if (!("receipt" in payment)) return []
  const { amountMinor, currency } = payment.receipt
  const entry = (kind: JournalEntryKind, at: number, posting: Posting): JournalEntry => ({
    partnerId: payment.order.partnerId,
    currency,
    kind,
    subjectId: payment.order.id,
    at,
    limit: "enforced",
    postings: postings(posting)
  })
  switch (event._tag) {
    case "BankPaymentUnresolved":
      return [
        entry("bankPayment.unresolved", event.at, { debit: "deposits", credit: "unresolved", amountMinor })
      ]
    case "BankPaymentReturned":
      return [
        entry("bankPayment.returned", event.at, { debit: "unresolved", credit: "deposits", amountMinor })
      ]
    case "BankPaymentRequested":
    case "BankPaymentStarted":
    case "BankPaymentAccepted":
    case "BankPaymentAnswerLost":
    case "BankPaymentDeclined":
    case "BankPaymentLapsed":
    case "BankPaymentSettled":
      return []
  }
}
