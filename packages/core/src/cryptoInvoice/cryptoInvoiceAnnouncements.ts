import type { Announcement } from "../webhook/Announcement.ts"
import type { TransitWebhookEvent } from "../webhook/WebhookEvents.ts"
import type { CryptoInvoiceEvent, IssuedCryptoInvoice } from "./CryptoInvoice.ts"
import { paidMinor } from "./CryptoInvoiceFigures.ts"
import { cryptoInvoiceView } from "./CryptoInvoiceView.ts"

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
    // Who asked for it knows; what it ended on the way is told.
    case "CryptoInvoiceRedacted":
      return undefined
  }
}

/**
 * What webhooks are told when an invoice goes on to `next`: the status it reached, not those it passed on the way; and each
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
