import {
  type TransitDepositCommand,
  type TransitDepositState,
  transitDepositTransitions
} from "../src/concepts/transit/TransitDeposit.ts"
import type { MachinePage } from "./renderMachine.ts"

export const transitDepositPage: MachinePage<TransitDepositState["_tag"], TransitDepositCommand["_tag"]> = {
  title: "Transit deposit",
  source: "packages/core/src/concepts/transit/TransitDeposit.ts",
  around: [
    "Any amount is credited, without a fee. The worker of `transit.watch` reads the address from its network, often while a",
    "deposit is on its way and rarely while nothing comes; a callback of the host or the sandbox's chain is faster. Each change",
    "is one commit with the journal entry, the balance of the wallet and the webhook event: a crash leaves all of it or nothing,",
    "and the next reading finds the rest. A transfer that is already final when it is first seen goes through `seen` to",
    "`credited` at once."
  ].join("\n"),
  initial: "absent",
  transitions: transitDepositTransitions,
  states: {
    absent: "There is no such deposit. A transfer that was dropped before it was seen is never recorded.",
    seen: "On the way: the network shows it, with too few confirmations. A reading of the network leads here and on. A different amount starts this state again. The webhook event is `payment.received`.",
    credited:
      "It has enough confirmations and is in the balances of the wallet and the partner. A reading of the network leads here. After that only a reorganisation that removes it leads on. The webhook event is `payment.success`.",
    dropped:
      "Reorganised away before it was credited. A reading of the network leads here, and on if the transfer is back. The webhook event is `payment.failed`.",
    reversed:
      "Reorganised away after it was credited, and written off through `adjustments`, below zero if necessary; it raises an alert. A reading of the network leads here, and on if the transfer is back: then it is credited again. The webhook event is `payment.failed`."
  },
  commands: {
    Observe:
      "What the network shows of it now. Changes nothing if that is already known, and never a credited amount.",
    Drop: "It was reorganised away. Changes nothing if that is already known."
  }
}
