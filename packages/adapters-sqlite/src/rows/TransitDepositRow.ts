import type { RecordedDeposit, TransitDepositOrder } from "@quittance/core"
import type { AggregateRows } from "./AggregateRows.ts"
import { integer, money, type Row, text } from "./columns.ts"

/** A transit deposit as a row of `transit_deposits`. */
export const transitDepositOf = (row: Row): RecordedDeposit => ({
  _tag: text(row, "state") as RecordedDeposit["_tag"],
  order: {
    id: text(row, "id"),
    partnerId: text(row, "partner_id"),
    walletId: text(row, "wallet_id"),
    network: text(row, "network"),
    currency: text(row, "currency") as TransitDepositOrder["currency"],
    address: text(row, "address"),
    txHash: text(row, "tx_hash"),
    logIndex: integer(row, "log_index"),
    requiredConfirmations: integer(row, "required_confirmations"),
    createdAt: integer(row, "created_at")
  },
  amountMinor: money(row, "amount_minor"),
  confirmations: integer(row, "confirmations"),
  seenAt: integer(row, "seen_at"),
  updatedAt: integer(row, "updated_at")
})

const insertTransitDepositSql = `INSERT INTO transit_deposits (partner_id, id, version, wallet_id, network, currency,
  address, tx_hash, log_index, required_confirmations, created_at, state, amount_minor, confirmations, seen_at, updated_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

const transitDepositColumns = (deposit: RecordedDeposit, version: number): ReadonlyArray<unknown> => {
  const { order } = deposit
  return [
    order.partnerId,
    order.id,
    version,
    order.walletId,
    order.network,
    order.currency,
    order.address,
    order.txHash,
    order.logIndex,
    order.requiredConfirmations,
    order.createdAt,
    ...stateColumns(deposit)
  ]
}

const changeTransitDepositSql = `UPDATE transit_deposits SET version = version + 1, state = ?, amount_minor = ?,
  confirmations = ?, seen_at = ?, updated_at = ? WHERE partner_id = ? AND id = ? AND version = ?`

const changeTransitDepositColumns = (deposit: RecordedDeposit, version: number): ReadonlyArray<unknown> => [
  ...stateColumns(deposit),
  deposit.order.partnerId,
  deposit.order.id,
  version
]

const stateColumns = (deposit: RecordedDeposit): ReadonlyArray<unknown> => [
  deposit._tag,
  deposit.amountMinor,
  deposit.confirmations,
  deposit.seenAt,
  deposit.updatedAt
]

export const transitDepositRows: AggregateRows<RecordedDeposit> = {
  table: "transit_deposits",
  insertSql: insertTransitDepositSql,
  columns: transitDepositColumns,
  change: { sql: changeTransitDepositSql, columns: changeTransitDepositColumns }
}
