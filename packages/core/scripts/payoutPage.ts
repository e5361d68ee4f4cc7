import { type PayoutCommand, type PayoutState, payoutTransitions } from "../src/concepts/payout/Payout.ts"
import type { MachinePage } from "./renderMachine.ts"

export const payoutPage: MachinePage<PayoutState["_tag"], PayoutCommand["_tag"]> = {
  title: "Payout",
  source: "packages/core/src/concepts/payout/Payout.ts",
  around: [
    "The public status is PENDING for `awaiting`, `reserved`, `submitting`, `submitted` and `unknown`, COMPLETED for",
    "`confirmed`, FAILED for `declined`, `rejected` and `not_confirmed`."
  ].join("\n"),
  initial: "absent",
  transitions: payoutTransitions,
  states: {
    absent: "There is no such payout.",
    awaiting:
      "Debited, and waiting for the approvals that the rules at its creation ask for; nothing was sent. The last approval leads on. People decline or withdraw it; at the end of the time for approvals the job that is due then declines it, also after a crash.",
    declined:
      "Declined, withdrawn, or not approved and sent in time; the debit was returned. A confirmation after all is written off through `adjustments`, once.",
    reserved:
      "Debited; nothing was sent. Creation leads here, or the last approval. After a crash the job that submits it is still due. If the time for approvals ends before, it is declined.",
    submitting:
      "The intent to call the processing side is committed. An answer leads on; a crash leaves it here, and the next worker treats the answer as lost.",
    submitted:
      "Accepted by the processing side, but not final there. Lookups lead on; a crash changes nothing.",
    unknown:
      "An answer was lost, so the transfer may or may not exist. Only a lookup leads on; it is submitted again only when the lookup finds nothing.",
    confirmed: "The address has the money. The debit is settled: amount and fee.",
    rejected:
      "Refused by the processing side; the debit was returned. A confirmation after all is written off through `adjustments`, once.",
    not_confirmed:
      "Given up with proof that nothing was sent; the debit was returned. A confirmation after all is written off through `adjustments`, once."
  },
  commands: {
    Reserve: "Create the payout and take the debit. It waits if the rules ask for approvals.",
    Approve:
      "A person who may approve payouts, and did not ask for this one, agrees to it. Of one person it counts once, and of a person who was removed since not at all.",
    Decline: "A person declines it, its maker withdraws it, or the time for approvals is over.",
    Submit: "Commit the intent to send. Counts as an attempt.",
    LookUp: "Commit the intent to ask what became of it. Counts as an attempt.",
    Accept: "The processing side took it on.",
    Confirm: "The transfer is done, according to the processing side or an operator.",
    Reject: "The processing side refused it finally.",
    LoseAnswer: "No answer came, or an unclear one.",
    GiveUp:
      "It is proven that nothing was sent and nothing will be, by a lookup, an abandonment or an operator."
  }
}
