/** What the sandbox operations answer, for the description of the API. */
import { BalanceView, InvoiceView, KycSessionView } from "@quittance/core"
import {
  amount,
  component,
  count,
  exampleId,
  exampleTexts,
  invoicePrefix,
  mailKinds,
  moment,
  NetworkName,
  Uuid
} from "@quittance/core/adapter"
import { Schema } from "effect"
import { Pagination } from "../routing/Pagination.ts"

export const Deposited = Schema.Struct({
  txHash: Schema.String.annotate({
    description: "The hash of its transaction.",
    examples: [exampleTexts.txHash]
  }),
  logIndex: count("Its place among the transfers of its transaction.", 0)
}).annotate(component("SandboxSeenTransfer", "The transfer that the simulated chain sees."))

export const Credited = Schema.Struct({ balance: BalanceView }).annotate(
  component("SandboxCredited", "The balance after it.")
)

export const Advanced = Schema.Struct({ now: moment("What time it is for the domain.") }).annotate(
  component("SandboxTime", "The domain clock.")
)

export const ExecutedTransfer = Schema.Struct({
  payoutId: Uuid.annotate({ description: "The id of the payout." }),
  amount: amount("What it moves, in USDT.", 25),
  address: Schema.String.annotate({ description: "Where the money went.", examples: [exampleTexts.address] }),
  network: NetworkName,
  executedAt: moment("When it was made.")
}).annotate(component("SandboxTransfer", "A transfer that the simulated processing side made."))
export const ExecutedTransfers = Schema.Struct({ transfers: Schema.Array(ExecutedTransfer) }).annotate(
  component("SandboxTransferList", "The transfers of a payout.")
)

export const Paid = Schema.Struct({ invoice: InvoiceView }).annotate(
  component("SandboxPaidInvoice", "The invoice that was paid.")
)

export const DecidedSession = Schema.Struct({ session: KycSessionView }).annotate(
  component("SandboxDecidedSession", "The session that was decided.")
)

export const SentMail = Schema.Struct({
  id: Schema.String.annotate({ description: "Its id.", examples: [exampleId(invoicePrefix)] }),
  kind: Schema.Literals(mailKinds).annotate(component("MailKind", "What an e-mail brings to a customer.")),
  invoiceId: Schema.String.annotate({
    description: "The id of the invoice that it is about.",
    examples: [exampleId(invoicePrefix)]
  }),
  to: Schema.String.annotate({ description: "The address that it went to.", examples: [exampleTexts.email] }),
  subject: Schema.String.annotate({ description: "Its subject.", examples: ["Invoice: 1250.50 KZT"] }),
  text: Schema.String.annotate({
    description: "What it says, as plain text.",
    examples: ["Please pay here: https://pay.example/pay/bank/…"]
  }),
  html: Schema.String.annotate({
    description: "What it says, as HTML.",
    examples: ['<p>Please pay <a href="https://pay.example/pay/bank/…">here</a></p>']
  }),
  sentAt: moment('When it was "sent".')
}).annotate(component("SandboxMail", 'An e-mail that the sandbox "sent".'))
/** Without `page` and `limit` the whole mailbox, as one list. */
export const SentMails = Schema.Struct({
  mail: Schema.Array(SentMail),
  pagination: Schema.optionalKey(Pagination)
}).annotate(component("SandboxMailList", "The e-mails, the oldest first."))
