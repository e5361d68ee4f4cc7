import { type JournalEntry, postings } from "../ledger/JournalEntry.ts"
import type { TransitDepositEvent, TransitDepositOrder } from "./TransitDeposit.ts"

/** The journal entry that an event of this deposit makes, if any. Transit deposits carry no fee. */
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
        // Money that was credited and is gone is written off, below zero if need be.
        {
          ...subject,
          kind: "transit.reversed",
          limit: "waived",
          postings: postings({ debit: "available", credit: "adjustments", amountMinor })
        }
      ]
}

/** What the wallet's balance gains by an event. */
export const walletChangeMinor = (event: TransitDepositEvent): bigint => {
  if (event._tag === "DepositCredited") return event.amountMinor
  return event._tag === "DepositReversed" ? -event.amountMinor : 0n
}
