import {
  type ChainTransactionCommand,
  type ChainTransactionState,
  chainTransactionTransitions
} from "../src/concepts/chain/ChainTransaction.ts"
import type { MachinePage } from "./renderMachine.ts"

export const chainTransactionPage: MachinePage<
  ChainTransactionState["_tag"],
  ChainTransactionCommand["_tag"]
> = {
  title: "Transaction of a network's wallet",
  source: "packages/core/src/concepts/chain/ChainTransaction.ts",
  around: [
    "A higher fee, or a cancellation, is another form of it, for the same slot. `quittance chain reconcile --import` reads back",
    "what a restored store has forgotten."
  ].join("\n"),
  initial: "absent",
  transitions: chainTransactionTransitions,
  states: {
    absent: "There is no such transaction.",
    queued: "It waits for a wallet that can pay for it. Nothing is signed.",
    sent: "A form is signed and stored, so it counts as broadcast. It is broadcast again until its slot is used.",
    cancelling:
      "It was given up after it was signed. A transfer of nothing is signed for the same slot. Either may win, so this says nothing about the money.",
    completed: "Final: a block that is final contains it, and it did what it was for.",
    failed:
      "Final: its slot is used, and nothing was moved. The network carried it out and it failed, or a foreign transaction has its slot.",
    cancelled: "Final: its cancellation has the slot.",
    abandoned:
      "Final: it was given up, or refused with a reason, before anything was signed, or before it was queued.",
    assumed:
      "Final: read back from the network. It matches this payout, which counts as paid. It might belong to a payout that the store has forgotten, so no other payout of the same amount to the same recipient is signed until an operator allows it.",
    unclaimed:
      "Final: read back from the network. It paid somebody, and matches no payout of this store. A payout of the same amount to the same recipient is not signed until an operator allows it.",
    claimed:
      "Final: an operator said which payout it was. That payout has a transaction of its own, without the cost, which is booked once."
  },
  commands: {
    Queue: "Puts it into the queue of its network. Changes nothing if it is known.",
    Sign: "A wallet takes it: the next slot, and the first signed form.",
    SignAgain: "Another form for the same slot, with a higher fee.",
    SignCancel: "The cancellation, for the same slot, and later the same with a higher fee.",
    Settle: "Records what became final in its slot.",
    Abandon: "Gives it up. If nothing is signed, that is final. If something is, its slot is cancelled.",
    Refuse: "It will never be signed, for this reason. Only what is not signed can be refused.",
    Import: "Records what the network has in a slot that this store does not know.",
    Claim: "An operator says which payout it was.",
    Clear: "An operator says that it was no waiting or future payout."
  }
}
