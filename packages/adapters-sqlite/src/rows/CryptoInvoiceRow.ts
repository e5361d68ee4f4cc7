import type { CryptoInvoiceOrder, IssuedCryptoInvoice, Transfer } from "@quittance/core"
import { Option } from "effect"
import type { AggregateRows } from "./AggregateRows.ts"
import { integer, money, nullable, optionalText, type Row, text } from "./columns.ts"

/** A crypto invoice as a row of `crypto_invoices` and rows of `crypto_transfers`, in their order. */
export const cryptoInvoiceOf = (row: Row, transferRows: ReadonlyArray<Row>): IssuedCryptoInvoice => {
  const issued = {
    order: orderOf(row),
    transfers: transferRows.map(transferOf),
    updatedAt: integer(row, "updated_at")
  }
  const _tag = text(row, "state") as IssuedCryptoInvoice["_tag"]
  return _tag === "paid" ? { _tag, ...issued, paidAt: integer(row, "paid_at") } : { _tag, ...issued }
}

const orderOf = (row: Row): CryptoInvoiceOrder => ({
  id: text(row, "id"),
  partnerId: text(row, "partner_id"),
  externalId: text(row, "external_id"),
  token: text(row, "token"),
  network: text(row, "network"),
  currency: text(row, "currency") as CryptoInvoiceOrder["currency"],
  address: text(row, "address"),
  addressSalt: optionalText(row, "address_salt"),
  amountMinor: money(row, "amount_minor"),
  expectedMinor: money(row, "expected_minor"),
  feeMinor: money(row, "fee_minor"),
  netMinor: money(row, "net_minor"),
  feePayer: text(row, "fee_payer") as CryptoInvoiceOrder["feePayer"],
  feeTerms: {
    basisPoints: integer(row, "fee_basis_points"),
    fixedMinor: money(row, "fee_fixed_minor"),
    minMinor: money(row, "fee_min_minor"),
    maxMinor: row.fee_max_minor === null ? Option.none() : Option.some(money(row, "fee_max_minor"))
  },
  requiredConfirmations: integer(row, "required_confirmations"),
  description: optionalText(row, "description"),
  customerName: optionalText(row, "customer_name"),
  customerEmail: optionalText(row, "customer_email"),
  successUrl: optionalText(row, "success_url"),
  createdAt: integer(row, "created_at"),
  expiresAt: integer(row, "expires_at"),
  watchUntil: integer(row, "watch_until")
})

const transferOf = (row: Row): Transfer => ({
  txHash: text(row, "tx_hash"),
  logIndex: integer(row, "log_index"),
  status: text(row, "status") as Transfer["status"],
  amountMinor: money(row, "amount_minor"),
  feeMinor: money(row, "fee_minor"),
  confirmations: integer(row, "confirmations"),
  seenAt: integer(row, "seen_at")
})

const insertCryptoInvoiceSql = `INSERT INTO crypto_invoices (partner_id, id, version, state, external_id, token,
  network, currency, address, address_salt, amount_minor, expected_minor, fee_minor, net_minor, fee_payer, fee_basis_points,
  fee_fixed_minor, fee_min_minor, fee_max_minor, required_confirmations, description, customer_name, customer_email,
  success_url, created_at, expires_at, watch_until, updated_at, paid_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

const cryptoInvoiceColumns = (invoice: IssuedCryptoInvoice, version: number): ReadonlyArray<unknown> => {
  const { order } = invoice
  return [
    order.partnerId,
    order.id,
    version,
    invoice._tag,
    order.externalId,
    order.token,
    order.network,
    order.currency,
    order.address,
    nullable(order.addressSalt),
    order.amountMinor,
    order.expectedMinor,
    order.feeMinor,
    order.netMinor,
    order.feePayer,
    order.feeTerms.basisPoints,
    order.feeTerms.fixedMinor,
    order.feeTerms.minMinor,
    nullable(order.feeTerms.maxMinor),
    order.requiredConfirmations,
    nullable(order.description),
    nullable(order.customerName),
    nullable(order.customerEmail),
    nullable(order.successUrl),
    order.createdAt,
    order.expiresAt,
    order.watchUntil,
    invoice.updatedAt,
    paidAtOf(invoice)
  ]
}

const changeCryptoInvoiceSql = `UPDATE crypto_invoices SET version = version + 1, state = ?, updated_at = ?,
  paid_at = ? WHERE partner_id = ? AND id = ? AND version = ?`

const changeCryptoInvoiceColumns = (
  invoice: IssuedCryptoInvoice,
  version: number
): ReadonlyArray<unknown> => [
  invoice._tag,
  invoice.updatedAt,
  paidAtOf(invoice),
  invoice.order.partnerId,
  invoice.order.id,
  version
]

const paidAtOf = (invoice: IssuedCryptoInvoice): number | null =>
  invoice._tag === "paid" ? invoice.paidAt : null

export const cryptoInvoiceRows: AggregateRows<IssuedCryptoInvoice> = {
  table: "crypto_invoices",
  insertSql: insertCryptoInvoiceSql,
  columns: cryptoInvoiceColumns,
  undigested: ["description", "customer_name", "customer_email"],
  change: { sql: changeCryptoInvoiceSql, columns: changeCryptoInvoiceColumns }
}

export const putTransferSql = `INSERT OR REPLACE INTO crypto_transfers (partner_id, invoice_id, position, tx_hash,
  log_index, status, amount_minor, fee_minor, confirmations, seen_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

export const transferColumns = (
  order: CryptoInvoiceOrder,
  transfer: Transfer,
  position: number
): ReadonlyArray<unknown> => [
  order.partnerId,
  order.id,
  position,
  transfer.txHash,
  transfer.logIndex,
  transfer.status,
  transfer.amountMinor,
  transfer.feeMinor,
  transfer.confirmations,
  transfer.seenAt
]
