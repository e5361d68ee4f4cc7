import {
  type JournalEntry,
  type JournalEntryKind,
  type Posting,
  postings
} from "../../kernel/ledger/Ledger.ts"
import type { PayoutEvent } from "./Payout.ts"
import { type PayoutOrder, totalMinor } from "./PayoutRecord.ts"

/** The journal entry for an event of this payout, if any. */
export const payoutEntries = (order: PayoutOrder, event: PayoutEvent): ReadonlyArray<JournalEntry> => {
  const total = totalMinor(order)
  switch (event._tag) {
    case "PayoutReserved":
      return [
        entry(order, "payout.reserved", order.createdAt, "enforced", [
          { debit: "available", credit: "payoutPending", amountMinor: total }
        ])
      ]
    case "PayoutConfirmed":
      return [
        entry(order, "payout.settled", event.at, "enforced", [
          { debit: "payoutPending", credit: "payoutSettled", amountMinor: order.amountMinor },
          { debit: "payoutPending", credit: "payoutFees", amountMinor: order.feeMinor }
        ])
      ]
    case "PayoutRejected":
    case "PayoutGivenUp":
    case "PayoutDeclined":
      return [
        entry(order, "payout.returned", event.at, "enforced", [
          { debit: "payoutPending", credit: "available", amountMinor: total }
        ])
      ]
    case "PayoutSettledLate":
      // The money has left although the debit was returned: the one payout entry that may take the balance below zero.
      return [
        entry(order, "payout.settledLate", event.at, "waived", [
          { debit: "available", credit: "adjustments", amountMinor: total }
        ])
      ]
    case "PayoutApprovalRequired":
    case "PayoutApproved":
    case "PayoutSubmissionStarted":
    case "PayoutLookupStarted":
    case "PayoutAccepted":
    case "PayoutAnswerLost":
      return []
  }
}

const entry = (
  order: PayoutOrder,
  kind: JournalEntryKind,
  at: number,
  limit: JournalEntry["limit"],
  all: ReadonlyArray<Posting>
): JournalEntry => ({
  partnerId: order.partnerId,
  currency: order.currency,
  kind,
  subjectId: order.id,
  at,
  limit,
  postings: postings(...all)
})
