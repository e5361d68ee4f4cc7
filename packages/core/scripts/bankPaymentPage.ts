import {
  type BankPaymentCommand,
  type BankPaymentState,
  bankPaymentTransitions
} from "../src/concepts/bankPayment/BankPayment.ts"
import type { MachinePage } from "./renderMachine.ts"

export const bankPaymentPage: MachinePage<BankPaymentState["_tag"], BankPaymentCommand["_tag"]> = {
  title: "Bank payment",
  source: "packages/core/src/concepts/bankPayment/BankPayment.ts",
  around: [
    "The worker of `bankPayment.follow` asks the rail to start it, and then polls the rail, in case it does not report by",
    "itself: after a quarter of the payment's age, within bounds. A callback of the host is faster: `refresh` asks the rail at",
    "once and trusts only its answer, `confirm` is for an authenticated callback of a rail. Recorded results stay. Each",
    "operation of a bank is recorded once: if the [fiat invoice](invoice.md) can take its money, it settles the payment and",
    "pays the invoice in one commit; if not, it stays apart from the partner's balance. The customer may still pay while it",
    "is `requested`, `starting`, `unknown` or `awaiting`."
  ].join("\n"),
  initial: "absent",
  transitions: bankPaymentTransitions,
  states: {
    absent:
      "There is no such payment. Money that arrives without a waiting payment leads directly to a state with money.",
    requested:
      "Requested; the rail was not called. The customer's choice of a bank leads here, with the job that follows it in the same commit. The worker leads on, to `lapsed` when the invoice no longer waits for money. After a crash the job is still due.",
    starting:
      "The intent to call the rail is committed. The worker leads here under its lease; the rail's answer leads on. A crash leaves it here, and the next worker treats the answer as lost and looks it up.",
    unknown:
      "The answer was lost, so it is not known whether the customer can pay. The worker leads here; only a lookup leads on. The rail is asked to start it again only when the lookup finds nothing and the invoice still waits; otherwise it lapses. A crash changes nothing: the job is due again.",
    awaiting:
      "The rail has it, and the customer can pay, by the link once there is one. The rail's answer leads here; money, its refusal, or the end of the invoice's grace lead on. A lookup that fails changes nothing, and neither does a crash: the job is due again.",
    declined:
      "The rail or the customer said no, or the rail no longer knows it. Its answer leads here and ends the job: it is not polled again. Money that still arrives leads on.",
    lapsed:
      "No longer needed: the invoice took other money, was cancelled or expired before the rail was asked, or its grace is over. The worker leads here and ends the job. Money that still arrives leads on.",
    settled:
      "The money paid the invoice. The worker, a callback of the host or the sandbox's bank leads here, in the commit that pays the invoice: a crash leaves both or neither. The same operation reported again changes nothing; another one is refused here and recorded as a separate payment. A person who assigns the entry of what came too late leads here too (`resolvedAt`).",
    unresolved:
      "The money arrived, and the invoice could not take it (`fault`). The same callers lead here; it raises an alert and is listed by `quittance payments unresolved`. Only an operator leads on, or a recall by its bank. A crash changes nothing: the money stays in the account `unresolved` until it is returned, or until it pays because a person accepted that it came too late.",
    returned:
      "The money was returned, with the operator's reason. `quittance payments return` leads here, in the commit that takes it out of the account `unresolved`. A recall by its bank does the same.",
    reversed:
      "The bank took back the money that had paid the invoice. What a statement or a rail tells of a recall leads here, in the commit that takes the money out of the balance, even below zero, and marks the invoice; it raises an alert. Told again, it changes nothing."
  },
  commands: {
    Request: "The customer chose a bank on the payment page.",
    Start: "Commit the intent to call the rail. Counts as an attempt.",
    Accept: "The rail has it and the customer can pay. The first link stays.",
    LoseAnswer: "No answer came, or an unclear one.",
    Decline: "The rail refused it, or a lookup no longer finds what it had accepted.",
    Lapse: "Stop waiting. Changes nothing if nothing was waiting.",
    Confirm:
      "A bank took the money of this payment, with the reason why the invoice cannot take it, if any. A payment takes the money of one operation.",
    Receive:
      "Money arrived for an invoice without a waiting payment: records the payment and its money together.",
    Return: "An operator returned the money.",
    Resolve:
      "A person lets money pay that came too late, with the reason why the invoice cannot take it even so, if any. That reason is kept then, and the money waits on.",
    Recall: "The bank took the money back. Money that waited for an operator is returned by it."
  }
}
