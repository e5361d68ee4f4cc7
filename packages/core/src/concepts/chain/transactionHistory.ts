import { Schema } from "effect"
import { component } from "../../kernel/description/component.ts"
import type { Facts } from "../../kernel/history/Facts.ts"
import { type HistoryOf, told, toldAlone } from "../../kernel/history/History.ts"
import type { ChainTransactionEvent } from "./ChainTransaction.ts"

const TxHash = Schema.NullOr(Schema.String).annotate({ description: "The hash of the transaction." })
const BlockNumber = Schema.NullOr(Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))).annotate({
  description: "The block that has the transaction."
})
const hashIn = (facts: Facts, name: string): string | null => facts.part(name).text("hash") || null

const outcomes = ["completed", "failed", "cancelled"] as const

/**
 * What the history of a payout tells of its transaction, where this deployment sends it by itself. Wallets, slots and
 * costs are the deployment's own.
 */
export const transactionHistory: HistoryOf<ChainTransactionEvent["_tag"], unknown> = {
  ChainTransactionSigned: told(
    "transaction_signed",
    "A transaction was signed for it: from here on it counts as sent.",
    { txHash: TxHash },
    (facts) => ({ txHash: hashIn(facts, "form") })
  ),
  ChainTransactionSignedAgain: told(
    "transaction_signed_again",
    "Another transaction was signed in place of the one before: one of them becomes final.",
    {
      txHash: TxHash,
      cancels: Schema.Boolean.annotate({
        description: "It moves no money, and only takes the other's place."
      })
    },
    (facts) => ({ txHash: hashIn(facts, "form"), cancels: facts.part("form").flag("isCancel") })
  ),
  ChainTransactionCancelling: toldAlone(
    "transaction_given_up",
    "A transaction that may still become final is to be cancelled."
  ),
  ChainTransactionSettled: told(
    "transaction_final",
    "A transaction became final.",
    {
      txHash: TxHash,
      outcome: Schema.NullOr(
        Schema.Literals(outcomes).annotate(
          component("TransactionOutcome", "What the network made of a transaction.")
        )
      ),
      blockNumber: BlockNumber
    },
    (facts) => {
      const outcome = facts.part("outcome")
      return {
        txHash: hashIn(facts, "outcome"),
        outcome: outcome.oneOf("_tag", outcomes),
        blockNumber: outcome.integer("blockNumber")
      }
    }
  ),
  ChainTransactionImported: told(
    "transaction_found",
    "After a restore, a transaction for it was found on the network.",
    { txHash: TxHash, blockNumber: BlockNumber },
    (facts) => ({ txHash: hashIn(facts, "slot"), blockNumber: facts.part("slot").integer("blockNumber") })
  ),
  // The payout tells that it was accepted, and how it ended.
  ChainTransactionQueued: null,
  ChainTransactionAbandoned: null,
  // Operators' decisions on transactions that no payout is known of.
  ChainTransactionClaimed: null,
  ChainTransactionCleared: null
}
