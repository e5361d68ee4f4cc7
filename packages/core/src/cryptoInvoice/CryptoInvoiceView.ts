import { Option } from "effect"
import type { FeePayer } from "../money/Fee.ts"
import { amountView, instantView } from "../money/View.ts"
import type { IssuedCryptoInvoice } from "./CryptoInvoice.ts"
import {
  confirmationsOf,
  type CryptoInvoiceException,
  exceptionOf,
  paidMinor
} from "./CryptoInvoiceFigures.ts"

/** A crypto invoice as the API shows it. Fee and net are the quote for a payment of exactly `expectedAmount`. */
export interface CryptoInvoiceView {
  readonly id: string
  readonly externalId: string
  readonly network: string
  readonly currency: string
  readonly address: string
  readonly amount: number
  readonly expectedAmount: number
  readonly feeAmount: number
  readonly netAmount: number
  readonly feePayer: FeePayer
  readonly status: "pending" | "confirming" | "paid" | "expired" | "underpaid" | "cancelled"
  readonly exception: CryptoInvoiceException
  /** Confirmed money, before fees. */
  readonly paidAmount: number
  readonly confirmations: number
  readonly requiredConfirmations: number
  readonly paymentLink: string
  readonly successUrl: string | null
  readonly description: string | null
  readonly customerName: string | null
  readonly customerEmail: string | null
  readonly expiresAt: string
  readonly createdAt: string
  readonly updatedAt: string
  readonly paidAt: string | null
  /** Since when nothing personal is in it; absent before. */
  readonly redactedAt?: string
}

export const paymentLinkOf = (publicUrl: string, token: string): string => `${publicUrl}/pay/crypto/${token}`

export const cryptoInvoiceView = (invoice: IssuedCryptoInvoice, publicUrl: string): CryptoInvoiceView => {
  const { order } = invoice
  const amount = (minor: bigint): number => amountView(minor, order.currency)
  return {
    id: order.id,
    externalId: order.externalId,
    network: order.network,
    currency: order.currency,
    address: order.address,
    amount: amount(order.amountMinor),
    expectedAmount: amount(order.expectedMinor),
    feeAmount: amount(order.feeMinor),
    netAmount: amount(order.netMinor),
    feePayer: order.feePayer,
    status: invoice._tag,
    exception: exceptionOf(invoice),
    paidAmount: amount(paidMinor(invoice)),
    confirmations: confirmationsOf(invoice),
    requiredConfirmations: order.requiredConfirmations,
    paymentLink: paymentLinkOf(publicUrl, order.token),
    successUrl: Option.getOrNull(order.successUrl),
    description: Option.getOrNull(order.description),
    customerName: Option.getOrNull(order.customerName),
    customerEmail: Option.getOrNull(order.customerEmail),
    expiresAt: instantView(order.expiresAt),
    createdAt: instantView(order.createdAt),
    updatedAt: instantView(invoice.updatedAt),
    paidAt: invoice._tag === "paid" ? instantView(invoice.paidAt) : null,
    ...(invoice.redactedAt === undefined ? {} : { redactedAt: instantView(invoice.redactedAt) })
  }
}
