import type { CryptoInvoiceView } from "../cryptoInvoice/CryptoInvoiceView.ts"
import type { InvoiceStatus } from "../invoice/Invoice.ts"
import type { InvoiceView } from "../invoice/InvoiceView.ts"
import type { KycStatus } from "../kyc/KycSession.ts"
import type { KycFailedView, KycSessionView } from "../kyc/KycSessionView.ts"
import { instantView } from "../money/View.ts"
import type { PayoutStatus } from "../payout/Payout.ts"
import type { PayoutView } from "../payout/PayoutView.ts"
import { type Instant, millisPerDay } from "../time/Instant.ts"
import type { TransitDepositView, TransitWalletView } from "../transit/TransitView.ts"
import type { WebhookEventType } from "./WebhookEvents.ts"

/** Ids that no resource has. */
const uuid = "00000000-0000-7000-8000-000000000000"
const prefixed = (prefix: string): string => prefix + uuid.replaceAll("-", "")
const tronAddress = "T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb"

const invoice = (status: InvoiceStatus, at: string, later: string): InvoiceView => ({
  id: prefixed("inv_"),
  amount: 25,
  currency: "USD",
  description: "Sample",
  status,
  paymentUrl: "https://example.com/sample",
  metadata: {},
  redirectUrl: null,
  externalId: null,
  batchId: null,
  payerBank: status === "paid" ? "Sample Bank" : null,
  late: false,
  createdAt: at,
  updatedAt: at,
  expiresAt: later,
  paidAt: status === "paid" ? at : null,
  redactedAt: null
})

const session = (status: KycStatus, at: string, later: string): KycSessionView => ({
  id: prefixed("kyc_"),
  level: "basic",
  status,
  verificationUrl: "https://example.com/sample",
  locale: "en",
  redirectUrl: null,
  metadata: {},
  attempts: status === "failed" ? 1 : 0,
  failureReasons: status === "failed" ? ["document_expired"] : [],
  createdAt: at,
  updatedAt: at,
  expiresAt: later,
  completedAt: status === "completed" ? at : null,
  redactedAt: null
})

const failedSession = (at: string, later: string): KycFailedView => ({
  ...session("failed", at, later),
  reason: "refused"
})

const deposit = (status: TransitDepositView["status"], at: string): TransitDepositView => ({
  id: prefixed("dep_"),
  amount: 25,
  currency: "USDT",
  status,
  walletId: prefixed("wal_"),
  network: "tron",
  address: tronAddress,
  txHash: "0".repeat(64),
  logIndex: 0,
  confirmations: status === "success" ? 20 : 0,
  requiredConfirmations: 20,
  createdAt: at,
  updatedAt: at
})

const wallet = (at: string): TransitWalletView => ({
  id: prefixed("wal_"),
  label: "Sample",
  network: "tron",
  balance: 0,
  address: tronAddress,
  coins: ["USDT"],
  createdAt: at
})

const payout = (status: PayoutStatus, processingStatus: string, at: string): PayoutView => ({
  id: uuid,
  fee: 2,
  note: null,
  error: status === "FAILED" ? "sample" : null,
  total: 27,
  amount: 25,
  status,
  address: tronAddress,
  network: "tron",
  attempts: 1,
  currency: "USDT",
  createdAt: at,
  updatedAt: at,
  completedAt: status === "COMPLETED" ? at : null,
  networkLabel: "Tron (TRC-20)",
  processingId: null,
  idempotencyKey: "sample",
  processingStatus
})

const cryptoInvoice = (
  status: CryptoInvoiceView["status"],
  paidAmount: number,
  at: string,
  later: string
): CryptoInvoiceView => ({
  id: uuid,
  externalId: "sample",
  network: "tron",
  currency: "USDT",
  address: tronAddress,
  amount: 25,
  expectedAmount: 25,
  feeAmount: 0.25,
  netAmount: 24.75,
  feePayer: "merchant",
  status,
  exception: status === "underpaid" ? "underpaid" : paidAmount > 25 ? "overpaid" : "none",
  paidAmount,
  confirmations: paidAmount > 0 ? 20 : 0,
  requiredConfirmations: 20,
  paymentLink: "https://example.com/sample",
  successUrl: null,
  description: "Sample",
  customerName: null,
  customerEmail: null,
  expiresAt: later,
  createdAt: at,
  updatedAt: at,
  paidAt: status === "paid" ? at : null
})

/** A resource such as an event of this type shows, of nobody and with ids that nothing has: what a test sends. */
export const webhookSample = (type: WebhookEventType, now: Instant): object => {
  const at = instantView(now)
  const later = instantView(now + millisPerDay)
  switch (type) {
    case "invoice.created":
      return invoice("pending", at, later)
    case "invoice.paid":
      return invoice("paid", at, later)
    case "invoice.expired":
      return invoice("expired", at, at)
    case "invoice.cancelled":
      return invoice("cancelled", at, later)
    case "kyc.completed":
      return session("completed", at, later)
    case "kyc.failed":
      return failedSession(at, later)
    case "payment.received":
      return deposit("received", at)
    case "payment.success":
      return deposit("success", at)
    case "payment.failed":
      return deposit("failed", at)
    case "wallet.created":
      return wallet(at)
    case "payout.completed":
      return payout("COMPLETED", "confirmed", at)
    case "payout.failed":
      return payout("FAILED", "rejected", at)
    case "payout.late_settlement":
      return payout("FAILED", "not_confirmed", at)
    case "crypto.invoice.confirming":
      return cryptoInvoice("confirming", 0, at, later)
    case "crypto.invoice.paid":
      return cryptoInvoice("paid", 25, at, later)
    case "crypto.invoice.overpaid":
      return cryptoInvoice("paid", 30, at, later)
    case "crypto.invoice.underpaid":
      return cryptoInvoice("underpaid", 10, at, at)
    case "crypto.invoice.expired":
      return cryptoInvoice("expired", 0, at, at)
    case "crypto.invoice.cancelled":
      return cryptoInvoice("cancelled", 0, at, later)
  }
}
