import type { InvoiceOrder, IssuedInvoice } from "@quittance/core"
import type { AggregateRows } from "./AggregateRows.ts"
import { integer, money, nullable, optionalText, type Row, text } from "./columns.ts"

/** A fiat invoice as a row of `invoices`. */
export const invoiceOf = (row: Row): IssuedInvoice => {
  const order: InvoiceOrder = {
    id: text(row, "id"),
    partnerId: text(row, "partner_id"),
    token: text(row, "token"),
    amountMinor: money(row, "amount_minor"),
    currency: text(row, "currency") as InvoiceOrder["currency"],
    description: optionalText(row, "description"),
    metadata: text(row, "metadata"),
    redirectUrl: optionalText(row, "redirect_url"),
    externalId: optionalText(row, "external_id"),
    batchId: optionalText(row, "batch_id"),
    reference: optionalText(row, "reference"),
    customerEmail: optionalText(row, "customer_email"),
    createdAt: integer(row, "created_at"),
    expiresAt: integer(row, "expires_at")
  }
  const updatedAt = integer(row, "updated_at")
  const _tag = text(row, "status") as IssuedInvoice["_tag"]
  if (_tag !== "paid") return { _tag, order, updatedAt }
  const { amountMinor, currency } = order
  const receipt = {
    operationId: text(row, "operation_id"),
    // An invoice takes no other money than its own amount.
    amountMinor,
    currency,
    payerBank: text(row, "payer_bank"),
    bankTime: integer(row, "bank_time")
  }
  return {
    _tag,
    order,
    receipt,
    late: integer(row, "late") === 1,
    paidAt: integer(row, "paid_at"),
    updatedAt
  }
}

const insertInvoiceSql = `INSERT INTO invoices (partner_id, id, version, token, amount_minor, currency, description,
  metadata, redirect_url, external_id, batch_id, reference, customer_email, created_at, expires_at, status, updated_at, operation_id,
  payer_bank, bank_time, late, paid_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

const invoiceColumns = (invoice: IssuedInvoice, version: number): ReadonlyArray<unknown> => {
  const { order } = invoice
  return [
    order.partnerId,
    order.id,
    version,
    order.token,
    order.amountMinor,
    order.currency,
    nullable(order.description),
    order.metadata,
    nullable(order.redirectUrl),
    nullable(order.externalId),
    nullable(order.batchId),
    nullable(order.reference),
    nullable(order.customerEmail),
    order.createdAt,
    order.expiresAt,
    ...stateColumns(invoice)
  ]
}

const changeInvoiceSql = `UPDATE invoices SET version = version + 1, status = ?, updated_at = ?, operation_id = ?,
  payer_bank = ?, bank_time = ?, late = ?, paid_at = ? WHERE partner_id = ? AND id = ? AND version = ?`

const changeInvoiceColumns = (invoice: IssuedInvoice, version: number): ReadonlyArray<unknown> => [
  ...stateColumns(invoice),
  invoice.order.partnerId,
  invoice.order.id,
  version
]

const stateColumns = (invoice: IssuedInvoice): ReadonlyArray<unknown> => {
  if (invoice._tag !== "paid") return [invoice._tag, invoice.updatedAt, null, null, null, null, null]
  const { late, paidAt, receipt, updatedAt } = invoice
  return [
    invoice._tag,
    updatedAt,
    receipt.operationId,
    receipt.payerBank,
    receipt.bankTime,
    late ? 1 : 0,
    paidAt
  ]
}

export const invoiceRows: AggregateRows<IssuedInvoice> = {
  table: "invoices",
  insertSql: insertInvoiceSql,
  columns: invoiceColumns,
  undigested: ["description", "metadata", "customer_email"],
  change: { sql: changeInvoiceSql, columns: changeInvoiceColumns }
}
