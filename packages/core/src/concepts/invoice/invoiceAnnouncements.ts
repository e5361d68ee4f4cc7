import type { Announcement } from "../webhook/Announcement.ts"
import { type Beside, sampleId, topic } from "../webhook/Topic.ts"
import type { FiatWebhookEvent } from "../webhook/WebhookEvents.ts"
import type { InvoiceEvent, IssuedInvoice } from "./Invoice.ts"
import { InvoiceView, invoiceView } from "./InvoiceView.ts"
import { invoicePrefix } from "./invoiceNames.ts"

/** `besides` are what the event shows besides the invoice; one that is `reversed` is a paid one. */
export const invoiceTopic = <All extends { readonly [name: string]: Beside } = Record<never, Beside>>(
  meaning: string,
  stands: InvoiceView["status"] | "reversed",
  besides?: All
) => {
  const status = stands === "reversed" ? "paid" : stands
  return topic<InvoiceView, All>(
    meaning,
    InvoiceView,
    (at, later) => ({
      id: sampleId(invoicePrefix),
      amount: 25,
      currency: "USD",
      status,
      expiresAt: status === "expired" ? at : later,
      payerBank: status === "paid" ? "Sample Bank" : null,
      paidAt: status === "paid" ? at : null,
      reversed: stands === "reversed"
    }),
    besides
  )
}

/** The webhook events of fiat invoices. */
export const invoiceTopics = {
  "invoice.created": invoiceTopic("A fiat invoice was created", "pending"),
  "invoice.paid": invoiceTopic("A fiat invoice was paid", "paid"),
  "invoice.expired": invoiceTopic("A fiat invoice expired", "expired"),
  "invoice.cancelled": invoiceTopic("A fiat invoice was cancelled", "cancelled")
}

const typeOf: { readonly [Tag in InvoiceEvent["_tag"]]: FiatWebhookEvent | undefined } = {
  InvoiceIssued: "invoice.created",
  InvoicePaid: "invoice.paid",
  InvoiceExpired: "invoice.expired",
  InvoiceCancelled: "invoice.cancelled",
  // The redaction itself is not announced, because its caller knows; the cancellation it causes is.
  InvoiceRedacted: undefined,
  // Announced with the payment.
  InvoicePaymentUnresolved: undefined,
  InvoicePaymentReversed: undefined
}

/** The announcement when an invoice changes to `next`: the final state only, not the states in between. */
export const invoiceAnnouncements = (
  events: ReadonlyArray<InvoiceEvent>,
  next: IssuedInvoice,
  publicUrl: string
): ReadonlyArray<Announcement> => {
  const event = events.findLast(({ _tag }) => typeOf[_tag] !== undefined)
  const type = event && typeOf[event._tag]
  return event === undefined || type === undefined
    ? []
    : [{ event, type, object: () => invoiceView(next, publicUrl) }]
}
