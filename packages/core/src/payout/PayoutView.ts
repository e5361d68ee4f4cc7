import { Option } from "effect"
import { amountView, instantView } from "../money/View.ts"
import {
  type PayoutOrder,
  type PayoutStatus,
  payoutStatus,
  type RecordedPayout,
  totalMinor
} from "./Payout.ts"

/** A payout as its creation answers, first time and on every replay. */
export interface PayoutCreatedView {
  readonly id: string
  readonly status: PayoutStatus
  readonly amount: number
  readonly fee: number
  readonly netAmount: number
  readonly total: number
  readonly currency: string
  readonly createdAt: string
}

/** A payout as reads show it. `amount` is what the address receives, `total` what the balance was debited. */
export interface PayoutView {
  readonly id: string
  readonly fee: number
  readonly note: string | null
  readonly error: string | null
  readonly total: number
  readonly amount: number
  readonly status: PayoutStatus
  readonly address: string
  readonly network: string
  readonly attempts: number
  readonly currency: string
  readonly createdAt: string
  readonly updatedAt: string
  readonly completedAt: string | null
  readonly networkLabel: string
  readonly processingId: string | null
  readonly idempotencyKey: string
  readonly processingStatus: string
}

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
    note: Option.getOrNull(order.note),
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
