import { type JournalEntry, postings } from "../../kernel/ledger/Ledger.ts"
import { coin, coinMinorOf } from "../../kernel/money/Coin.ts"
import type { ChainTransactionEvent, ChainTransactionOrder } from "./ChainTransaction.ts"

type Entries = ReadonlyArray<JournalEntry & { readonly limit: "waived" }>

/**
 * The journal entry for an event of this transaction, if any: what the network took for it, in the network's own
 * book. The tokens that it moves are already in the books of partners.
 */
export const chainTransactionEntries = (
  order: ChainTransactionOrder,
  event: ChainTransactionEvent
): Entries => {
  switch (event._tag) {
    case "ChainTransactionSettled":
      return costOf(order, event.outcome.costWei, event.at)
    case "ChainTransactionImported":
      return costOf(order, event.slot.costWei, event.at)
    case "ChainTransactionQueued":
    case "ChainTransactionSigned":
    case "ChainTransactionSignedAgain":
    case "ChainTransactionAbandoned":
    case "ChainTransactionCancelling":
    case "ChainTransactionClaimed":
    case "ChainTransactionCleared":
      return []
  }
}

const costOf = ({ id, partnerId }: ChainTransactionOrder, costWei: bigint, at: number): Entries => {
  const amountMinor = coinMinorOf(costWei)
  // The cost of a foreign transaction that took the slot is not known.
  if (amountMinor === 0n) return []
  return [
    {
      partnerId,
      currency: coin,
      kind: "gas.spent",
      subjectId: id,
      at,
      // It is spent, whatever the book says.
      limit: "waived",
      postings: postings({ debit: "gas", credit: "onChain", amountMinor })
    }
  ]
}
