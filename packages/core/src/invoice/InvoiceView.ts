import { Option } from "effect"
import { amountView, instantView } from "../money/View.ts"
import type { InvoiceStatus, IssuedInvoice } from "./Invoice.ts"

/** A fiat invoice as the API shows it. */
export interface InvoiceView {
  readonly id: string
  readonly amount: number
  readonly currency: string
  readonly description: string | null
  readonly status: InvoiceStatus
  readonly paymentUrl: string
  readonly metadata: { readonly [key: string]: unknown }
  readonly redirectUrl: string | null
  readonly externalId: string | null
  readonly batchId: string | null
  readonly payerBank: string | null
  /** The bank took the money at the expiry or later. */
  readonly late: boolean
  readonly createdAt: string
  readonly updatedAt: string
  readonly expiresAt: string
  readonly paidAt: string | null
  /** Since when nothing personal is in it. */
  readonly redactedAt: string | null
}

/** The same as the creation answers it. */
export type InvoiceCreatedView = Omit<InvoiceView, "paidAt" | "redactedAt">

export const paymentUrlOf = (publicUrl: string, token: string): string => `${publicUrl}/pay/bank/${token}`

export const invoiceView = (invoice: IssuedInvoice, publicUrl: string): InvoiceView => {
  const { order } = invoice
  return {
    id: order.id,
    amount: amountView(order.amountMinor, order.currency),
    currency: order.currency,
    description: Option.getOrNull(order.description),
    status: invoice._tag,
    paymentUrl: paymentUrlOf(publicUrl, order.token),
    metadata: JSON.parse(order.metadata) as { readonly [key: string]: unknown },
    redirectUrl: Option.getOrNull(order.redirectUrl),
    externalId: Option.getOrNull(order.externalId),
    batchId: Option.getOrNull(order.batchId),
    payerBank: invoice._tag === "paid" ? invoice.receipt.payerBank : null,
    late: invoice._tag === "paid" && invoice.late,
    createdAt: instantView(order.createdAt),
    updatedAt: instantView(invoice.updatedAt),
    expiresAt: instantView(order.expiresAt),
    paidAt: invoice._tag === "paid" ? instantView(invoice.paidAt) : null,
    redactedAt: invoice.redactedAt === undefined ? null : instantView(invoice.redactedAt)
  }
}

export const invoiceCreatedView = (invoice: IssuedInvoice, publicUrl: string): InvoiceCreatedView => {
  const { paidAt: _, redactedAt: __, ...created } = invoiceView(invoice, publicUrl)
  return created
}
