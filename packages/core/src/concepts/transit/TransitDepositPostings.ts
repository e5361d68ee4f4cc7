import { type JournalEntry, postings } from "../../kernel/ledger/Ledger.ts"
import type { TransitDepositEvent, TransitDepositOrder } from "./TransitDeposit.ts"

/** The journal entry for an event of this deposit, if any. Transit deposits carry no fee. */
export const transitDepositEntries = (
  { currency, id, partnerId }: TransitDepositOrder,
  event: TransitDepositEvent
): ReadonlyArray<JournalEntry> => {
  if (event._tag !== "DepositCredited" && event._tag !== "DepositReversed") return []
  const { amountMinor, at } = event
  const subject = { partnerId, currency, subjectId: id, at }
  return event._tag === "DepositCredited"
    ? [
        {
          ...subject,
          kind: "transit.credited",
          limit: "enforced",
          postings: postings({ debit: "deposits", credit: "available", amountMinor })
        }
      ]
    : [
        // Credited money that vanished is written off, below zero if necessary.
        {
          ...subject,
          kind: "transit.reversed",
          limit: "waived",
          postings: postings({ debit: "available", credit: "adjustments", amountMinor })
        }
      ]
}

/** The change of the wallet's balance by an event. */
export const walletChangeMinor = (event: TransitDepositEvent): bigint => {
  if (event._tag === "DepositCredited") return event.amountMinor
  return event._tag === "DepositReversed" ? -event.amountMinor : 0n
}
