import {
  type InvoiceCommand,
  type InvoiceState,
  invoiceTransitions
} from "../src/concepts/invoice/Invoice.ts"
import type { MachinePage } from "./renderMachine.ts"

export const invoicePage: MachinePage<InvoiceState["_tag"], InvoiceCommand["_tag"]> = {
  title: "Fiat invoice",
  source: "packages/core/src/concepts/invoice/Invoice.ts",
  around: [
    "Money reaches it through a [bank payment](bankPayment.md), which lands in the same commit. It is the bank's time of the",
    "money that decides whether it came in time, was `late` (at the expiry or after it) or came too late (more than 24 hours",
    "after it), no matter when it is reported. E-mails with the payment link (`invoice.mail`) read the invoice and change no",
    "state."
  ].join("\n"),
  initial: "absent",
  transitions: invoiceTransitions,
  states: {
    absent: "There is no such invoice.",
    pending:
      "Waits for its money. Creation leads here, one by one or by a file of many, with the job that records the expiry in the same commit. Money, the clock or the partner's cancellation lead on. A crash changes nothing: that job is still due, and reads are right without it.",
    paid: "A bank took exactly the amount, and it is the partner's. The bank payment that settles leads here, in the same commit as the receipt, the claim on the bank's operation and the journal entry: a crash leaves all of it or nothing. The same operation reported again changes nothing; another one is unresolved money.",
    expired:
      "The time ran out without money. The job `invoice.expire` leads here (one for all invoices of a partner that expire in the same second), or late money does on its way to `paid`. Only money that a bank took at most 24 hours after the expiry leads on. A crash between the invoices of one job leaves the rest to the next worker.",
    cancelled:
      "Cancelled by the partner while it was pending. Nothing leads on: money that still arrives stays unresolved until an operator has returned it."
  },
  commands: {
    Issue: "Create the invoice. Given by the partner, for one invoice or for every row of a file.",
    Pay: "A bank took money for it. Given with the bank payment that takes the same receipt: by the worker that asks the rail, a callback of the host, or the sandbox's simulated bank. Refused with the fault (wrong amount or currency, cancelled, already paid, too late) if the invoice cannot take it.",
    Expire:
      "Let the clock decide. Given by the worker of `invoice.expire`; before the instant it changes nothing.",
    Cancel: "Withdraw the invoice. Given by the partner, and refused from the instant of the expiry on.",
    Redact:
      "Erase the personal data: description, metadata, redirect and cancel URL, and the payer's e-mail. Given by the partner, by an operator, or by the worker of `invoice.retain` if retention is set. A pending invoice is cancelled first, or expires if its time is over. Figures stay, and late money is accepted as before. The job `invoice.erase`, of the same commit, erases the webhook messages and e-mails.",
    NoteUnresolved:
      "Note that a bank took money that it cannot take. Given with the bank payment that becomes unresolved, in the same commit, and told to webhooks.",
    NoteReversed:
      "Note that the bank took back the money that paid it. Given with the bank payment that is reversed, in the same commit, and told to webhooks. It stays paid."
  }
}
