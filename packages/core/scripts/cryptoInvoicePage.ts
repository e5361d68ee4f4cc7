import {
  type CryptoInvoiceCommand,
  type CryptoInvoiceStatus,
  cryptoInvoiceTransitions
} from "../src/concepts/cryptoInvoice/CryptoInvoice.ts"
import type { MachinePage } from "./renderMachine.ts"

export const cryptoInvoicePage: MachinePage<CryptoInvoiceStatus, CryptoInvoiceCommand["_tag"]> = {
  title: "Crypto invoice",
  source: "packages/core/src/concepts/cryptoInvoice/CryptoInvoice.ts",
  around: [
    "What was received is the sum of the network's own units, rounded down once; the whole amount is reached from where only",
    "the tolerance is missing that was fixed at the creation. `exception` says what is unusual beside the state: none,",
    "underpaid, overpaid, late (wins over overpaid) or reorganised: a credited transfer was reorganised away, or one that was",
    "not credited was, none was seen since, and what is left does not reach the amount. One command may take several steps at",
    "once (a transfer first seen when it is final goes through `confirming` to `paid`); diagram and table show where it ends."
  ].join("\n"),
  initial: "absent",
  transitions: cryptoInvoiceTransitions,
  states: {
    absent: "There is no such invoice.",
    pending:
      "No money was seen, at most less than one minor unit, or all of it was dropped by a reorganisation before it was credited.",
    confirming:
      "Money was seen, and the whole amount is not confirmed yet. A confirmed part waits here for the rest or the expiry; the whole amount on its way waits here, however long it takes.",
    paid: "The whole amount is confirmed. More money is still credited; a reorganisation is written off and changes no state.",
    underpaid:
      "The time ran out with some but not enough money. Late money that reaches the amount leads on.",
    expired:
      "The time ran out without money. Late money that reaches the amount within the watch period leads on.",
    cancelled: "Cancelled before any money was seen. Money that still arrives is credited and marked late."
  },
  commands: {
    Issue: "Create the invoice with its deposit address.",
    Observe: "What the network shows of one transfer now.",
    Drop: "A transfer was reorganised away, as `exception` shows. If it was credited, it is written off through `adjustments`.",
    Expire: "Let the clock decide.",
    Cancel: "Withdraw the invoice.",
    Redact:
      "Erase the personal data: description, the payer's name and e-mail, success and cancel URL. Given by the partner, by an operator, or by the worker of `invoice.retain` if retention is set. A pending invoice is cancelled first, or expires if its time is over; for a confirming one it is refused, because its payer is still being served. Figures, addresses and transfers stay, and money is credited as before. The job `invoice.erase`, of the same commit, erases the webhook messages."
  }
}
