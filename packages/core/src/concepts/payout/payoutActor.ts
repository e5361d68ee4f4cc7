import { type Actor, networkActor, provider } from "../../kernel/actor/Actor.ts"
import type { PayoutCommand } from "./Payout.ts"
import { isHeard } from "./PayoutCalls.ts"

/**
 * Who causes what a command of a payout does: the processing side what it says, and whoever acts the rest. On a network
 * on which the server acts by itself, the network says what became of a payout; that it was signed is no answer.
 */
export const payoutActor = (
  command: PayoutCommand,
  { isOwn, network }: { readonly network: string; readonly isOwn: boolean }
): Actor | undefined => {
  switch (command._tag) {
    case "Accept":
      return isOwn || !isHeard(command.heard) ? undefined : provider("payouts")
    case "Confirm":
    case "Reject":
      return isOwn ? networkActor(network) : provider("payouts")
    case "GiveUp":
      return isOwn || command.heard === undefined || !isHeard(command.heard) ? undefined : provider("payouts")
    case "Reserve":
    case "Submit":
    case "LookUp":
    case "LoseAnswer":
    case "Approve":
    case "Decline":
      return undefined
  }
}
