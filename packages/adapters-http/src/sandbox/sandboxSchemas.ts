/** What the sandbox operations answer, for the description of the API. */
import { BalanceView, InvoiceView, KycSessionView } from "@quittance/core"
import {
  amount,
  component,
  count,
  exampleId,
  exampleTexts,
  FiatCurrency,
  invoicePrefix,
  mailKinds,
  moment,
  NetworkName,
  statementFormats,
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

const Transfer = Schema.Struct({
  account: Schema.String.annotate({
    description: "The name of the account that it came to.",
    examples: ["main"]
  }),
  amount: amount("How much, in the account's currency.", 12.5),
  currency: FiatCurrency.annotate({ description: "The account's currency.", examples: ["USD"] }),
  reference: Schema.String.annotate({
    description: "What stands in the field for references; empty if nothing.",
    examples: ["RF4300000000017"]
  }),
  text: Schema.String.annotate({ description: "What the payer wrote besides.", examples: ["Invoice 17"] }),
  payer: Schema.String.annotate({ description: "Who paid.", examples: ["Anna Kova"] }),
  bookedOn: Schema.String.annotate({ description: "The day in the bank's books.", examples: ["2026-01-15"] }),
  bankReference: Schema.String.annotate({
    description: "The bank's own name of it.",
    examples: ["8F14E45FCEEA167A"]
  })
}).annotate(
  component("SandboxBankTransferMade", "A transfer at the simulated bank. It pays nothing by itself.")
)
export const Transferred = Schema.Struct({ transfer: Transfer }).annotate(
  component("SandboxTransferred", "The transfer that was made.")
)

export const BankStatement = Schema.Struct({
  account: Schema.String.annotate({ description: "The name of the account.", examples: ["main"] }),
  format: Schema.Literals(statementFormats).annotate({
    ...component("StatementFormat", "The format of a bank statement."),
    examples: ["camt.053"]
  }),
  transfers: count("How many transfers it has.", 1),
  content: Schema.String.annotate({
    description: "The file that the bank gives out, in base64: decode it and import it.",
    examples: ["PD94bWwgdmVyc2lvbj0iMS4wIj8+…"]
  })
}).annotate(component("SandboxBankStatement", "A statement of the simulated bank."))

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
