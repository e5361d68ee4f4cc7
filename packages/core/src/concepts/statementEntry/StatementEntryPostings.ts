import {
  type AccountName,
  type JournalEntry,
  type JournalEntryKind,
  postings
} from "../../kernel/ledger/Ledger.ts"
import type { StatementEntryEvent } from "./StatementEntry.ts"
import type { StatementEntryOrder } from "./StatementEntryRecord.ts"

/**
 * The journal entries of an event, in the book of the account. `clearing` is what went over to the books of partners:
 * an entry has its money there from the commit that gives it an invoice until it is sent back, and in `unresolved`
 * while it waits for a person. What is sent back or is no customer's money leaves the book.
 */
export const statementEntryEntries = (
  { amountMinor, currency, id, partnerId }: StatementEntryOrder,
  event: StatementEntryEvent
): ReadonlyArray<JournalEntry> => {
  const moved = (
    kind: JournalEntryKind,
    debit: AccountName,
    credit: AccountName
  ): ReadonlyArray<JournalEntry> => [
    {
      ...{ partnerId, currency, kind, subjectId: id, at: event.at, limit: "enforced" },
      postings: postings({ debit, credit, amountMinor })
    }
  ]
  switch (event._tag) {
    case "StatementEntryRecorded":
      return moved(
        "statementEntry.recorded",
        "deposits",
        event.becomes._tag === "matching" ? "clearing" : "unresolved"
      )
    case "StatementEntryAssigned":
      // What is held went over before.
      if (event.from === "clearing") return []
      return moved("statementEntry.assigned", "unresolved", "clearing")
    case "StatementEntryRefused":
      return moved("statementEntry.refused", "clearing", "unresolved")
    case "StatementEntryReturned":
      return moved("statementEntry.returned", event.from, "deposits")
    case "StatementEntryIgnored":
      return moved("statementEntry.ignored", "unresolved", "deposits")
    case "StatementEntryReversing":
      return moved("statementEntry.reversed", "clearing", "deposits")
    case "StatementEntryBooked":
    case "StatementEntryReversed":
    case "StatementEntryRedacted":
      return []
  }
}
