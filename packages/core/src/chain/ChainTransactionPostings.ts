import { type JournalEntry, postings } from "../ledger/JournalEntry.ts"
import { coin, coinMinorOf } from "../money/Coin.ts"
import type { ChainTransactionEvent, ChainTransactionOrder } from "./ChainTransaction.ts"

/**
 * The journal entry for an event of this transaction, if any: what the network took for it, in the network's own book. The tokens
 * that it moves are in the books of partners already.
 */
export const chainTransactionEntries = (
  { id, partnerId }: ChainTransactionOrder,
  event: ChainTransactionEvent
): ReadonlyArray<JournalEntry & { readonly limit: "waived" }> => {
  switch (event._tag) {
    case "ChainTransactionSettled": {
      const amountMinor = coinMinorOf(event.outcome.costWei)
      // A foreign transaction that took the slot has costs that are not known.
      if (amountMinor === 0n) return []
      return [
        {
          partnerId,
          currency: coin,
          kind: "gas.spent",
          subjectId: id,
          at: event.at,
          // It is spent, whatever the book says.
          limit: "waived",
          postings: postings({ debit: "gas", credit: "onChain", amountMinor })
        }
      ]
    }
    case "ChainTransactionQueued":
    case "ChainTransactionSigned":
    case "ChainTransactionSignedAgain":
    case "ChainTransactionAbandoned":
    case "ChainTransactionCancelling":
      return []
  }
}
