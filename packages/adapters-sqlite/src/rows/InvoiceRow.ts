import type { InvoiceOrder, IssuedInvoice } from "@quittance/core"
import { Option } from "effect"
import type { ErasableTexts } from "../ErasableTexts.ts"
import { integer, money, nullable, optionalInteger, optionalText, type Row, text } from "./columns.ts"
import { personalIn, type PersonalRows, personalTextOf } from "./PersonalRows.ts"

const noMetadata = "{}"

/** A fiat invoice as a row of `invoices`. */
export const invoiceOf = (row: Row, texts: Pick<ErasableTexts, "open">): IssuedInvoice => {
  const personal = personalIn(row, texts)
  const order: InvoiceOrder = {
    id: text(row, "id"),
    partnerId: text(row, "partner_id"),
    token: text(row, "token"),
    amountMinor: money(row, "amount_minor"),
    currency: text(row, "currency") as InvoiceOrder["currency"],
    description: personal("description"),
    metadata: Option.getOrElse(personal("metadata"), () => noMetadata),
    redirectUrl: personal("redirect_url"),
    externalId: optionalText(row, "external_id"),
    batchId: optionalText(row, "batch_id"),
    reference: optionalText(row, "reference"),
    customerEmail: personal("customer_email"),
    createdAt: integer(row, "created_at"),
    expiresAt: integer(row, "expires_at")
  }
  const redactedAt = Option.getOrUndefined(optionalInteger(row, "redacted_at"))
  const issued = {
    order,
    updatedAt: integer(row, "updated_at"),
    ...(redactedAt === undefined ? {} : { redactedAt })
  }
  const _tag = text(row, "status") as IssuedInvoice["_tag"]
  if (_tag !== "paid") return { _tag, ...issued }
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
    ...issued,
    receipt,
    late: integer(row, "late") === 1,
    paidAt: integer(row, "paid_at")
  }
}

const insertInvoiceSql = `INSERT INTO invoices (partner_id, id, version, token, amount_minor, currency, personal,
  metadata, external_id, batch_id, reference, created_at, expires_at, status, updated_at, operation_id, payer_bank, bank_time, late, paid_at,
  redacted_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

const invoiceColumns = (
  invoice: IssuedInvoice,
  version: number,
  personal: string | null = null
): ReadonlyArray<unknown> => {
  const { order } = invoice
  return [
    order.partnerId,
    order.id,
    version,
    order.token,
    order.amountMinor,
    order.currency,
    personal,
    // It stands in what is sealed; the column is of an earlier version, and may not be null.
    noMetadata,
    nullable(order.externalId),
    nullable(order.batchId),
    nullable(order.reference),
    order.createdAt,
    order.expiresAt,
    ...stateColumns(invoice)
  ]
}

const changed = `version = version + 1, status = ?, updated_at = ?, operation_id = ?, payer_bank = ?, bank_time = ?, late = ?,
  paid_at = ?, redacted_at = ?`
const named = "WHERE partner_id = ? AND id = ? AND version = ?"

const changeInvoiceSql = `UPDATE invoices SET ${changed} ${named}`
const emptyInvoiceSql = `UPDATE invoices SET personal = ?, description = NULL, metadata = '${noMetadata}', redirect_url = NULL,
  customer_email = NULL, ${changed} ${named}`

const changeInvoiceColumns = (invoice: IssuedInvoice, version: number): ReadonlyArray<unknown> => [
  ...stateColumns(invoice),
  invoice.order.partnerId,
  invoice.order.id,
  version
]

const stateColumns = (invoice: IssuedInvoice): ReadonlyArray<unknown> => {
  const redactedAt = invoice.redactedAt ?? null
  if (invoice._tag !== "paid")
    return [invoice._tag, invoice.updatedAt, null, null, null, null, null, redactedAt]
  const { late, paidAt, receipt, updatedAt } = invoice
  return [
    invoice._tag,
    updatedAt,
    receipt.operationId,
    receipt.payerBank,
    receipt.bankTime,
    late ? 1 : 0,
    paidAt,
    redactedAt
  ]
}

export const invoiceRows: PersonalRows<IssuedInvoice> = {
  table: "invoices",
  insertSql: insertInvoiceSql,
  columns: invoiceColumns,
  undigested: ["personal"],
  unwritten: ["description", "redirect_url", "customer_email"],
  personalText: ({ order }) =>
    personalTextOf({
      description: order.description,
      metadata: Option.filter(Option.some(order.metadata), (metadata) => metadata !== noMetadata),
      redirect_url: order.redirectUrl,
      customer_email: order.customerEmail
    }),
  change: { sql: changeInvoiceSql, columns: changeInvoiceColumns },
  emptySql: emptyInvoiceSql,
  inClear: `(description IS NOT NULL OR metadata <> '${noMetadata}' OR redirect_url IS NOT NULL OR customer_email IS NOT NULL)`
}
