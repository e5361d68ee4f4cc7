import { Option, Schema } from "effect"
import { DateTime, Uuid } from "../../kernel/concept/wire.ts"
import { amountView, instantView } from "../../kernel/money/Money.ts"
import {
  type PayoutOrder,
  payoutStatus,
  payoutStatuses,
  payoutTexts,
  type RecordedPayout,
  totalMinor
} from "./Payout.ts"
import { callsKeptMax, PayoutCall } from "./PayoutCalls.ts"

const Status = Schema.Literals(payoutStatuses)

/** The answer to a payout creation, the first time and in every replay. */
export const PayoutCreatedView = Schema.Struct({
  id: Uuid,
  status: Status,
  amount: Schema.Finite,
  fee: Schema.Finite,
  netAmount: Schema.Finite,
  total: Schema.Finite,
  currency: Schema.String,
  createdAt: DateTime
})
export interface PayoutCreatedView extends Schema.Schema.Type<typeof PayoutCreatedView> {}

/** A payout as reads show it. `amount` is what the address receives, `total` what the balance was debited. */
export const PayoutView = Schema.Struct({
  id: Uuid,
  fee: Schema.Finite,
  ...payoutTexts.view,
  error: Schema.NullOr(Schema.String).annotate({
    description:
      "Why it failed, or the fault of the last attempt, in the words of the network or the processing side: one line of at most 300 characters, or an operator's reason."
  }),
  total: Schema.Finite,
  amount: Schema.Finite,
  status: Status,
  address: Schema.String,
  network: Schema.String,
  attempts: Schema.Int,
  currency: Schema.String,
  createdAt: DateTime,
  updatedAt: DateTime,
  completedAt: Schema.NullOr(DateTime),
  networkLabel: Schema.String,
  processingId: Schema.NullOr(Schema.String),
  idempotencyKey: Schema.String,
  processingStatus: Schema.String
})
export interface PayoutView extends Schema.Schema.Type<typeof PayoutView> {}

/** A single payout: the same fields, its transaction, and the calls to the processing side. */
export const PayoutDetailView = Schema.Struct({
  ...PayoutView.fields,
  txHash: Schema.NullOr(Schema.String).annotate({
    description:
      "The transaction on the network, as far as it is known. Until the payout is completed, another one may take its place."
  }),
  calls: Schema.Array(
    Schema.Struct({
      kind: PayoutCall.fields.kind,
      at: DateTime,
      answer: Schema.NullOr(Schema.String).annotate({
        description:
          "completed, accepted, duplicate, not found, abandoned, too late, or rejected or no answer with the reason; null while it is unknown."
      })
    })
  ).annotate({
    description: `Calls to the processing side, oldest first: the first ${callsKeptMax / 2} and the last ${callsKeptMax / 2}.`
  })
})
export interface PayoutDetailView extends Schema.Schema.Type<typeof PayoutDetailView> {}

export const payoutDetailView = (payout: RecordedPayout, networkLabel: string): PayoutDetailView => ({
  ...payoutView(payout, networkLabel),
  txHash: Option.getOrNull(Option.filter(payout.processingId, isTransactionHash)),
  calls: payout.calls.map(({ answer, at, kind }) => ({
    kind,
    at: instantView(at),
    answer: Option.getOrNull(answer)
  }))
})

/** A processing side that acts on the network itself names a transfer by its transaction. */
const isTransactionHash = (processingId: string): boolean => /^(?:0x)?[0-9a-f]{64}$/i.test(processingId)

export const payoutCreatedView = (order: PayoutOrder): PayoutCreatedView => {
  const amount = amountView(order.amountMinor, order.currency)
  return {
    id: order.id,
    status: "PENDING",
    amount,
    fee: amountView(order.feeMinor, order.currency),
    netAmount: amount,
    total: amountView(totalMinor(order), order.currency),
    currency: order.currency,
    createdAt: instantView(order.createdAt)
  }
}

export const payoutView = (payout: RecordedPayout, networkLabel: string): PayoutView => {
  const { order } = payout
  return {
    id: order.id,
    fee: amountView(order.feeMinor, order.currency),
    ...payoutTexts.shown(order),
    error: Option.getOrNull(payout.error),
    total: amountView(totalMinor(order), order.currency),
    amount: amountView(order.amountMinor, order.currency),
    status: payoutStatus(payout),
    address: order.address,
    network: order.network,
    attempts: payout.attempts,
    currency: order.currency,
    createdAt: instantView(order.createdAt),
    updatedAt: instantView(payout.updatedAt),
    completedAt: payout._tag === "confirmed" ? instantView(payout.completedAt) : null,
    networkLabel,
    processingId: Option.getOrNull(payout.processingId),
    idempotencyKey: order.idempotencyKey,
    processingStatus: payout._tag
  }
}
