import {
  type JournalEntry,
  type JournalEntryKind,
  type Posting,
  postings
} from "../../kernel/ledger/Ledger.ts"
import type { Instant } from "../../kernel/time/Instant.ts"
import type { BankPaymentEvent, RecordedBankPayment } from "./BankPayment.ts"
import { cameFrom } from "./BankReceipt.ts"

/**
 * The journal entry for an event, if any; `payment` is the state after it. Money that settles an invoice is in the
 * invoice's entry. Money that no invoice could take is kept apart from the partner's balance until it is returned, or
 * until a person lets it pay: then it goes back to where the invoice takes it from. What the bank took back leaves the
 * balance, even below zero. An operation with amount zero makes no entry: an entry must carry money.
 */
export const bankPaymentEntries = (
  payment: RecordedBankPayment,
  event: BankPaymentEvent
): ReadonlyArray<JournalEntry> => {
  if (!("receipt" in payment)) return []
  const { amountMinor, currency } = payment.receipt
  const entries = (
    kind: JournalEntryKind,
    at: Instant,
    posting: Posting,
    limit: JournalEntry["limit"] = "enforced"
  ): ReadonlyArray<JournalEntry> => {
    const moved = postings(posting)
    const { id: subjectId, partnerId } = payment.order
    return moved.length === 0 ? [] : [{ partnerId, currency, kind, subjectId, at, limit, postings: moved }]
  }
  switch (event._tag) {
    case "BankPaymentUnresolved":
      return entries("bankPayment.unresolved", event.at, {
        debit: cameFrom(payment.receipt),
        credit: "unresolved",
        amountMinor
      })
    case "BankPaymentReturned":
    case "BankPaymentResolved":
      return entries(
        event._tag === "BankPaymentReturned" ? "bankPayment.returned" : "bankPayment.resolved",
        event.at,
        { debit: "unresolved", credit: cameFrom(payment.receipt), amountMinor }
      )
    case "BankPaymentReversed": {
      // The bank has it already, whatever the partner did with it.
      const posting: Posting = { debit: "available", credit: cameFrom(payment.receipt), amountMinor }
      return entries("bankPayment.reversed", event.at, posting, "waived")
    }
    case "BankPaymentRequested":
    case "BankPaymentStarted":
    case "BankPaymentAccepted":
    case "BankPaymentAnswerLost":
    case "BankPaymentDeclined":
    case "BankPaymentLapsed":
    case "BankPaymentSettled":
    case "BankPaymentFaultChanged":
      return []
  }
}
