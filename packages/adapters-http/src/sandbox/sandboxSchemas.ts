/** What the sandbox operations take and answer, for the description of the API; the core decides what is valid. */
import { BalanceView, InvoiceView, KycSessionView } from "@quittance/core"
import { kycOutcomes } from "@quittance/core/adapter"
import { Schema } from "effect"
import { Pagination } from "../routing/Pagination.ts"

const Count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))
const DateTime = Schema.String.annotate({ format: "date-time" })

export const DepositRequest = Schema.Struct({
  address: Schema.String,
  amount: Schema.Finite,
  network: Schema.optionalKey(Schema.String),
  txHash: Schema.optionalKey(Schema.String),
  logIndex: Schema.optionalKey(Count),
  confirmations: Schema.optionalKey(Count)
})
export const Deposited = Schema.Struct({ txHash: Schema.String, logIndex: Schema.Int })

export const BlocksRequest = Schema.Struct({ network: Schema.String, count: Count })

export const DropRequest = Schema.Struct({ txHash: Schema.String })

export const CreditRequest = Schema.Struct({
  amount: Schema.Finite,
  reason: Schema.optionalKey(Schema.String)
})
export const Credited = Schema.Struct({ balance: BalanceView })

export const AdvanceRequest = Schema.Struct({ seconds: Count })
export const Advanced = Schema.Struct({ now: DateTime })

export const ExecutedTransfer = Schema.Struct({
  payoutId: Schema.String,
  amount: Schema.Finite,
  address: Schema.String,
  network: Schema.String,
  executedAt: DateTime
})
export const ExecutedTransfers = Schema.Struct({ transfers: Schema.Array(ExecutedTransfer) })

export const PayRequest = Schema.Struct({
  bank: Schema.optionalKey(Schema.String),
  operationId: Schema.optionalKey(Schema.String)
})
export const Paid = Schema.Struct({ invoice: InvoiceView })

export const DecideRequest = Schema.Struct({
  outcome: Schema.Literals(kycOutcomes),
  reasons: Schema.optionalKey(Schema.Array(Schema.String))
})
export const DecidedSession = Schema.Struct({ session: KycSessionView })

export const SentMail = Schema.Struct({
  id: Schema.String,
  invoiceId: Schema.String,
  to: Schema.String,
  subject: Schema.String,
  text: Schema.String,
  html: Schema.String,
  sentAt: DateTime
})
/** Without `page` and `limit` the whole mailbox, as one list. */
export const SentMails = Schema.Struct({
  mail: Schema.Array(SentMail),
  pagination: Schema.optionalKey(Pagination)
})
