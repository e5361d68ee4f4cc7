import {
  type BankPaymentCommand,
  type BankPaymentState,
  bankPaymentTransitions
} from "../src/bankPayment/BankPayment.ts"
import type { MachinePage } from "./renderMachine.ts"

export const bankPaymentPage: MachinePage<BankPaymentState["_tag"], BankPaymentCommand["_tag"]> = {
  title: "Bank payment",
  source: "packages/core/src/bankPayment/BankPayment.ts",
  summary: [
    "One way by which a customer pays a [fiat invoice](invoice.md), through the bank that the customer chose. The worker of",
    "`bankPayment.follow` asks the rail to start it, and goes on asking how it stands in case that the rail does not tell by",
    "itself: after a quarter of the payment's age, within bounds. A callback of the host is faster: `refresh` asks the rail at",
    "once and believes only its answer, `confirm` takes the word of a rail that the host has proven. What was recorded stands.",
    "Money is recorded whatever state it meets, each operation of a bank once: where the invoice can take it, it settles the",
    "payment and pays the invoice in one commit; where it cannot, it stays unresolved, apart from the partner's balance,",
    "until an operator has returned it. The customer may still pay while it is `requested`, `starting`, `unknown` or",
    "`awaiting`."
  ].join("\n"),
  initial: "absent",
  transitions: bankPaymentTransitions,
  states: {
    absent:
      "There is no such payment. Money that came by itself, with no payment waiting, leads straight to where money goes.",
    requested:
      "Wanted; the rail was not asked. The customer's choice of a bank leads here, with the job that follows it in the same commit. The worker leads on, to `lapsed` when the invoice waits for no money any more. After a crash the job is still due.",
    starting:
      "The intent to ask the rail is committed. The worker leads here under its lease; the rail's answer leads on. A crash leaves it here, and the next worker takes the answer for lost and looks up.",
    unknown:
      "The answer was lost, so the customer may or may not be able to pay. The worker leads here; only a lookup leads on. The rail is asked to start it again only when the lookup finds nothing and the invoice still waits; otherwise it lapses. A crash changes nothing: the job is due again.",
    awaiting:
      "The rail has it, and the customer can pay, by the link once there is one. The rail's answer leads here; money, its refusal, or the end of the invoice's grace lead on. A lookup that fails changes nothing, and neither does a crash: the job is due again.",
    declined:
      "The rail or the customer said no, or the rail no longer knows it. Its answer leads here and ends the job: nobody asks again. Money that comes all the same leads on.",
    lapsed:
      "Nobody waits for it any more: the invoice took other money, was cancelled or expired before the rail was asked, or its grace is over. The worker leads here and ends the job. Money that comes all the same leads on.",
    settled:
      "The money paid the invoice. The worker, a callback of the host or the sandbox's bank leads here, in the commit that pays the invoice: a crash leaves both or neither. The same operation told again is silent; another one is refused here and recorded as a payment of its own.",
    unresolved:
      "The money came, and the invoice could not take it (`fault`). The same callers lead here; it raises an alert and is listed by `quittance payments unresolved`. Only an operator leads on. A crash changes nothing: the money stands in the account `unresolved` until it is returned.",
    returned:
      "The money went back, with the operator's reason. `quittance payments return` leads here, in the commit that takes it out of the account `unresolved`."
  },
  commands: {
    Request: "The customer chose a bank on the payment page.",
    Start: "Commit the intent to ask the rail. Counts as an attempt.",
    Accept: "The rail has it and the customer can pay. The first link stays.",
    LoseAnswer: "No answer came, or none that is clear.",
    Decline: "The rail refused it, or a lookup no longer finds what it had accepted.",
    Lapse: "Stop waiting. Changes nothing where nobody waited.",
    Confirm:
      "A bank took the money of this payment, with the fault that the invoice finds in it, if any. A payment takes the money of one operation.",
    Receive: "Money came for an invoice for which no payment was waiting: the payment and its money at once.",
    Return: "An operator returned the money."
  }
}
