import type { InvoiceOrder, IssuedInvoice } from "@quittance/core"
import { Option } from "effect"
import type { ErasableTexts } from "../ErasableTexts.ts"
import type { AggregateRows } from "./AggregateRows.ts"
import { integer, money, nullable, optionalInteger, optionalText, type Row, text } from "./columns.ts"

/**
 * A fiat invoice as a row of `invoices`. All that a redaction empties is one sealed text, or stands in columns of its own where an
 * earlier version wrote it.
 */
export const invoiceOf = (row: Row, { open }: Pick<ErasableTexts, "open">): IssuedInvoice => {
  const sealed = Option.getOrUndefined(optionalText(row, "personal"))
  const personal = sealed === undefined ? personalInColumns(row) : personalOf(open(sealed))
  const order: InvoiceOrder = {
    id: text(row, "id"),
    partnerId: text(row, "partner_id"),
    token: text(row, "token"),
    amountMinor: money(row, "amount_minor"),
    currency: text(row, "currency") as InvoiceOrder["currency"],
    description: personal.description,
    metadata: personal.metadata,
    redirectUrl: personal.redirectUrl,
    externalId: optionalText(row, "external_id"),
    batchId: optionalText(row, "batch_id"),
    reference: optionalText(row, "reference"),
    customerEmail: personal.customerEmail,
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

/** What a redaction empties. */
type Personal = Pick<InvoiceOrder, "description" | "metadata" | "redirectUrl" | "customerEmail">

const noPersonal: Personal = {
  description: Option.none(),
  metadata: "{}",
  redirectUrl: Option.none(),
  customerEmail: Option.none()
}

interface StoredPersonal {
  readonly description?: string
  readonly metadata?: string
  readonly redirectUrl?: string
  readonly customerEmail?: string
}

const personalInColumns = (row: Row): Personal => ({
  description: optionalText(row, "description"),
  metadata: text(row, "metadata"),
  redirectUrl: optionalText(row, "redirect_url"),
  customerEmail: optionalText(row, "customer_email")
})

/** Nothing where the key was destroyed after the row was read. */
const personalOf = (opened: string | undefined): Personal => {
  if (opened === undefined) return noPersonal
  const { customerEmail, description, metadata, redirectUrl } = JSON.parse(opened) as StoredPersonal
  return {
    description: Option.fromUndefinedOr(description),
    metadata: metadata ?? "{}",
    redirectUrl: Option.fromUndefinedOr(redirectUrl),
    customerEmail: Option.fromUndefinedOr(customerEmail)
  }
}

/** What is personal in an invoice, as the text to be sealed; nothing where nothing is. */
export const personalText = ({ order }: IssuedInvoice): string | undefined => {
  const { customerEmail, description, metadata, redirectUrl } = order
  const stored: StoredPersonal = {
    ...Option.match(description, { onNone: () => ({}), onSome: (each) => ({ description: each }) }),
    ...(metadata === "{}" ? {} : { metadata }),
    ...Option.match(redirectUrl, { onNone: () => ({}), onSome: (each) => ({ redirectUrl: each }) }),
    ...Option.match(customerEmail, { onNone: () => ({}), onSome: (each) => ({ customerEmail: each }) })
  }
  return Object.keys(stored).length === 0 ? undefined : JSON.stringify(stored)
}

export const insertInvoiceSql = `INSERT INTO invoices (partner_id, id, version, token, amount_minor, currency, personal,
  metadata, external_id, batch_id, reference, created_at, expires_at, status, updated_at, operation_id, payer_bank, bank_time, late, paid_at,
  redacted_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

export const invoiceColumns = (
  invoice: IssuedInvoice,
  personal: string | null,
  version = 1
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
    "{}",
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

export const changeInvoiceSql = `UPDATE invoices SET ${changed} ${named}`
/** The same for one that is redacted: also what stands in the columns in clear goes. */
export const redactInvoiceSql = `UPDATE invoices SET ${changed}, personal = NULL, description = NULL, metadata = '{}',
  redirect_url = NULL, customer_email = NULL ${named}`

export const changeInvoiceColumns = (invoice: IssuedInvoice, version: number): ReadonlyArray<unknown> => [
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

/** What is personal is sealed apart from the rest, by whoever writes it. */
export const invoiceRows: AggregateRows<IssuedInvoice> = {
  table: "invoices",
  insertSql: insertInvoiceSql,
  columns: (invoice, version) => invoiceColumns(invoice, null, version),
  undigested: ["personal", "metadata"],
  change: { sql: changeInvoiceSql, columns: changeInvoiceColumns }
}
