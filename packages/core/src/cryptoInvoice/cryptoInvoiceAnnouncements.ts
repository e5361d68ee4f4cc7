import type { Announcement } from "../webhook/Announcement.ts"
import type { TransitWebhookEvent } from "../outbox/WebhookEvents.ts"
import type { IssuedCryptoInvoice } from "./CryptoInvoiceRecord.ts"
import type { CryptoInvoiceEvent } from "./CryptoInvoice.ts"
import { paidMinor } from "./CryptoInvoiceFigures.ts"
import { samplePlace, topic } from "../webhook/Topic.ts"
import { CryptoInvoiceView, cryptoInvoiceView } from "./CryptoInvoiceView.ts"

const told = (meaning: string, status: CryptoInvoiceView["status"], paidAmount = 0) =>
  topic<CryptoInvoiceView>(meaning, CryptoInvoiceView, (at, later) => ({
    ...samplePlace,
    currency: "USDT",
    amount: 25,
    expectedAmount: 25,
    feeAmount: 0.25,
    netAmount: 24.75,
    status,
    exception: status === "underpaid" ? "underpaid" : paidAmount > 25 ? "overpaid" : "none",
    paidAmount,
    expiresAt: status === "expired" || status === "underpaid" ? at : later,
    confirmations: paidAmount > 0 ? 20 : 0,
    requiredConfirmations: 20,
    paidAt: status === "paid" ? at : null
  }))

/** The webhook events of crypto invoices. */
export const cryptoInvoiceTopics = {
  "crypto.invoice.confirming": told("A payment of a crypto invoice was seen", "confirming"),
  "crypto.invoice.paid": told("A crypto invoice was paid", "paid", 25),
  "crypto.invoice.underpaid": told("A crypto invoice expired with too little money", "underpaid", 10),
  "crypto.invoice.overpaid": told("A crypto invoice got more than it asked for", "paid", 30),
  "crypto.invoice.expired": told("A crypto invoice expired", "expired"),
  "crypto.invoice.cancelled": told("A crypto invoice was cancelled", "cancelled")
}

const typeOf = (event: CryptoInvoiceEvent): TransitWebhookEvent | undefined => {
  switch (event._tag) {
    case "CryptoInvoiceConfirming":
      return "crypto.invoice.confirming"
    case "CryptoInvoicePaid":
      return "crypto.invoice.paid"
    case "CryptoInvoiceUnderpaid":
      return "crypto.invoice.underpaid"
    case "CryptoInvoiceExpired":
      return "crypto.invoice.expired"
    case "CryptoInvoiceCancelled":
      return "crypto.invoice.cancelled"
    case "CryptoInvoiceIssued":
    case "CryptoInvoiceReopened":
    case "TransferSeen":
    case "TransferConfirmationsChanged":
    case "TransferCredited":
    case "TransferDropped":
    case "TransferReversed":
    // The redaction itself is not announced, because its caller knows; the cancellation it causes is.
    case "CryptoInvoiceRedacted":
      return undefined
  }
}

/**
 * The announcement when an invoice changes to `next`: the final status only, not those in between; and each
 * credit that leaves it overpaid.
 */
export const cryptoInvoiceAnnouncements = (
  events: ReadonlyArray<CryptoInvoiceEvent>,
  next: IssuedCryptoInvoice,
  publicUrl: string
): ReadonlyArray<Announcement> => {
  const object = () => cryptoInvoiceView(next, publicUrl)
  const reached = events.findLast((event) => typeOf(event) !== undefined)
  const type = reached && typeOf(reached)
  const status = reached === undefined || type === undefined ? [] : [{ event: reached, type, object }]
  const credited = events.findLast(({ _tag }) => _tag === "TransferCredited")
  return credited !== undefined && paidMinor(next) > next.order.expectedMinor
    ? [...status, { event: credited, type: "crypto.invoice.overpaid", object }]
    : status
}
