import {
  type TransitDepositCommand,
  type TransitDepositState,
  transitDepositTransitions
} from "../src/transit/TransitDeposit.ts"
import type { MachinePage } from "./renderMachine.ts"

export const transitDepositPage: MachinePage<TransitDepositState["_tag"], TransitDepositCommand["_tag"]> = {
  title: "Transit deposit",
  source: "packages/core/src/transit/TransitDeposit.ts",
  summary: [
    "A transfer to the address of a transit wallet, recorded once per network, transaction and log index. Whatever arrives is",
    "credited in full, without a fee, when it has enough confirmations. The worker of `transit.watch` reads the address off",
    "its network, often while a deposit is on its way and rarely while nothing comes; a callback of the host or the sandbox's",
    "chain is faster. Each change lands in one commit with the journal entry, the balance of the wallet and the event that",
    "webhooks are told: a crash leaves all of it or nothing, and the next look finds the rest. A transfer that is",
    "first seen when it is final goes through `seen` to `credited` at once."
  ].join("\n"),
  initial: "absent",
  transitions: transitDepositTransitions,
  states: {
    absent: "There is no such deposit. One that was dropped before anybody saw it is never recorded.",
    seen: "On the way: the network shows it, with too few confirmations. A look at the network leads here and on. Another amount than before makes it seen anew. Webhooks are told `payment.received`.",
    credited:
      "It has enough confirmations and is in the balances of the wallet and the partner. A look at the network leads here. Nothing that the network shows of it changes it any more, but that it was reorganised away. Webhooks are told `payment.success`.",
    dropped:
      "Reorganised away before it was credited. A look at the network leads here, and on where the transfer is back. Webhooks are told `payment.failed`.",
    reversed:
      "Reorganised away after it was credited, and written off through `adjustments`, below zero if need be; it raises an alert. A look at the network leads here, and on where the transfer is back: then it is credited again. Webhooks are told `payment.failed`."
  },
  commands: {
    Observe:
      "What the network shows of it now. Changes nothing where that is known, and nothing of what is credited.",
    Drop: "It was reorganised away. Changes nothing where that is known."
  }
}
