/** What the sandbox operations take and answer, for the description of the API; the core decides what is valid. */
import { BalanceView, InvoiceView, KycSessionView } from "@quittance/core"
import {
  batchPrefix,
  component,
  DateTime,
  exampleId,
  exampleTexts,
  invoicePrefix,
  kycOutcomes,
  NetworkName,
  Uuid
} from "@quittance/core/adapter"
import { Schema } from "effect"
import { Pagination } from "../routing/Pagination.ts"

const Count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))
const TxHash = Schema.String.annotate({ examples: [exampleTexts.txHash] })

export const DepositRequest = Schema.Struct({
  address: Schema.String.annotate({
    description: "The address of one of your invoices or wallets.",
    examples: [exampleTexts.address]
  }),
  amount: Schema.Finite.annotate({ description: "In USDT.", examples: [100] }),
  network: Schema.optionalKey(
    Schema.String.annotate({ description: "By default that of the invoice or wallet." })
  ),
  txHash: Schema.optionalKey(Schema.String.annotate({ description: "By default a new one." })),
  logIndex: Schema.optionalKey(Count),
  confirmations: Schema.optionalKey(Count.annotate({ description: "By default enough to credit the money." }))
})
export const Deposited = Schema.Struct({
  txHash: TxHash,
  logIndex: Schema.Int.annotate({ examples: [0] })
}).annotate(component("SandboxDeposited", "The transfer that the simulated chain sees."))

export const BlocksRequest = Schema.Struct({
  network: Schema.String.annotate({ examples: [exampleTexts.network] }),
  count: Count.annotate({ examples: [20] })
})

export const DropRequest = Schema.Struct({ txHash: TxHash })

export const CreditRequest = Schema.Struct({
  amount: Schema.Finite.annotate({ description: "In USDT.", examples: [100] }),
  reason: Schema.optionalKey(Schema.String.annotate({ examples: ["Test money"] }))
})
export const Credited = Schema.Struct({ balance: BalanceView }).annotate(
  component("SandboxCredited", "The balance after it.")
)

export const AdvanceRequest = Schema.Struct({ seconds: Count.annotate({ examples: [3600] }) })
export const Advanced = Schema.Struct({ now: DateTime }).annotate(
  component("SandboxTime", "The domain clock.")
)

export const ExecutedTransfer = Schema.Struct({
  payoutId: Uuid,
  amount: Schema.Finite.annotate({ examples: [25] }),
  address: Schema.String.annotate({ examples: [exampleTexts.address] }),
  network: NetworkName,
  executedAt: DateTime
}).annotate(component("SandboxTransfer", "A transfer that the simulated processing side made."))
export const ExecutedTransfers = Schema.Struct({ transfers: Schema.Array(ExecutedTransfer) }).annotate(
  component("SandboxTransferList", "The transfers of a payout.")
)

export const PayRequest = Schema.Struct({
  bank: Schema.optionalKey(
    Schema.String.annotate({ description: "The name of the payer's bank.", examples: ["Simulated bank"] })
  ),
  operationId: Schema.optionalKey(
    Schema.String.annotate({ description: "The bank's id of the payment; by default a new one." })
  )
})
export const Paid = Schema.Struct({ invoice: InvoiceView }).annotate(
  component("SandboxPaidInvoice", "The invoice that was paid.")
)

export const DecideRequest = Schema.Struct({
  outcome: Schema.Literals(kycOutcomes).annotate({
    ...component("KycOutcome", "What the checker decides. `retry` lets the person try again."),
    examples: ["completed"]
  }),
  reasons: Schema.optionalKey(
    Schema.Array(Schema.String).annotate({ description: "Reason codes, such as document_expired." })
  )
})
export const DecidedSession = Schema.Struct({ session: KycSessionView }).annotate(
  component("SandboxDecidedSession", "The session that was decided.")
)

export const SentMail = Schema.Struct({
  id: Schema.String.annotate({ examples: [`${exampleId(batchPrefix)}:1`] }),
  invoiceId: Schema.String.annotate({ examples: [exampleId(invoicePrefix)] }),
  to: Schema.String.annotate({ examples: [exampleTexts.email] }),
  subject: Schema.String.annotate({ examples: ["Invoice over 1250.50 KZT"] }),
  text: Schema.String.annotate({ examples: ["Please pay here: https://pay.example/pay/bank/…"] }),
  html: Schema.String.annotate({
    examples: ['<p>Please pay <a href="https://pay.example/pay/bank/…">here</a></p>']
  }),
  sentAt: DateTime
}).annotate(component("SandboxMail", 'An e-mail that the sandbox "sent".'))
/** Without `page` and `limit` the whole mailbox, as one list. */
export const SentMails = Schema.Struct({
  mail: Schema.Array(SentMail),
  pagination: Schema.optionalKey(Pagination)
}).annotate(component("SandboxMailList", "The e-mails, the oldest first."))
