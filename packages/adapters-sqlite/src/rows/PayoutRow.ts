import { payoutStatus, type PayoutOrder, type RecordedPayout } from "@quittance/core"
import type { AggregateRows } from "./AggregateRows.ts"
import { integer, money, nullable, optionalInteger, optionalText, type Row, text } from "./columns.ts"

/** A payout as a row of `payouts`. */
export const payoutOf = (row: Row): RecordedPayout => {
  const recorded = {
    order: {
      id: text(row, "id"),
      partnerId: text(row, "partner_id"),
      idempotencyKey: text(row, "idempotency_key"),
      reference: text(row, "reference"),
      currency: text(row, "currency") as PayoutOrder["currency"],
      network: text(row, "network"),
      address: text(row, "address"),
      amountMinor: money(row, "amount_minor"),
      feeMinor: money(row, "fee_minor"),
      note: optionalText(row, "note"),
      createdAt: integer(row, "created_at")
    },
    attempts: integer(row, "attempts"),
    processingId: optionalText(row, "processing_id"),
    error: optionalText(row, "error"),
    updatedAt: integer(row, "updated_at")
  }
  const _tag = text(row, "state") as RecordedPayout["_tag"]
  if (_tag === "confirmed") return { _tag, ...recorded, completedAt: integer(row, "completed_at") }
  if (_tag === "rejected" || _tag === "not_confirmed") {
    const completedAt = integer(row, "completed_at")
    return { _tag, ...recorded, completedAt, settledLateAt: optionalInteger(row, "settled_late_at") }
  }
  return { _tag, ...recorded }
}

export const insertPayoutSql = `INSERT INTO payouts (partner_id, id, version, state, status, currency, network, address,
  amount_minor, fee_minor, note, idempotency_key, reference, attempts, processing_id, error, created_at, updated_at,
  completed_at, settled_late_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

/** The parameters of `insertPayoutSql`. */
export const payoutColumns = (payout: RecordedPayout, version: number): ReadonlyArray<unknown> => {
  const { order } = payout
  return [
    order.partnerId,
    order.id,
    version,
    payout._tag,
    payoutStatus(payout),
    order.currency,
    order.network,
    order.address,
    order.amountMinor,
    order.feeMinor,
    nullable(order.note),
    order.idempotencyKey,
    order.reference,
    payout.attempts,
    nullable(payout.processingId),
    nullable(payout.error),
    order.createdAt,
    payout.updatedAt,
    "completedAt" in payout ? payout.completedAt : null,
    "settledLateAt" in payout ? nullable(payout.settledLateAt) : null
  ]
}

/**
 * A step of a payout that was PENDING and stays so. It does not name `status`: naming an indexed column rewrites its index
 * entry. No row changes when the payout was not PENDING.
 */
export const stepPayoutSql = `UPDATE payouts SET version = version + 1, state = ?, attempts = ?, processing_id = ?,
  error = ?, updated_at = ? WHERE partner_id = ? AND id = ? AND version = ? AND status = 'PENDING'`

export const stepPayoutColumns = (payout: RecordedPayout, version: number): ReadonlyArray<unknown> => [
  payout._tag,
  payout.attempts,
  nullable(payout.processingId),
  nullable(payout.error),
  payout.updatedAt,
  payout.order.partnerId,
  payout.order.id,
  version
]

export const changePayoutSql = `UPDATE payouts SET version = version + 1, state = ?, attempts = ?, processing_id = ?,
  error = ?, updated_at = ?, status = ?, completed_at = ?, settled_late_at = ?
  WHERE partner_id = ? AND id = ? AND version = ?`

export const changePayoutColumns = (payout: RecordedPayout, version: number): ReadonlyArray<unknown> => [
  payout._tag,
  payout.attempts,
  nullable(payout.processingId),
  nullable(payout.error),
  payout.updatedAt,
  payoutStatus(payout),
  "completedAt" in payout ? payout.completedAt : null,
  "settledLateAt" in payout ? nullable(payout.settledLateAt) : null,
  payout.order.partnerId,
  payout.order.id,
  version
]

export const payoutRows: AggregateRows<RecordedPayout> = {
  table: "payouts",
  insertSql: insertPayoutSql,
  columns: payoutColumns,
  change: { sql: changePayoutSql, columns: changePayoutColumns }
}
