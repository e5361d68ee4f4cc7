import type { Announcement } from "../webhook/Announcement.ts"
import type { FiatWebhookEvent } from "../webhook/WebhookEvents.ts"
import type { InvoiceEvent, IssuedInvoice } from "./Invoice.ts"
import { invoiceView } from "./InvoiceView.ts"

const typeOf: { readonly [Tag in InvoiceEvent["_tag"]]: FiatWebhookEvent } = {
  InvoiceIssued: "invoice.created",
  InvoicePaid: "invoice.paid",
  InvoiceExpired: "invoice.expired",
  InvoiceCancelled: "invoice.cancelled"
}

/** What webhooks are told when an invoice goes on to `next`: the state it reached, not those it passed on the way. */
export const invoiceAnnouncements = (
  events: ReadonlyArray<InvoiceEvent>,
  next: IssuedInvoice,
  publicUrl: string
): ReadonlyArray<Announcement> => {
  const event = events.at(-1)
  return event === undefined
    ? []
    : [{ event, type: typeOf[event._tag], object: () => invoiceView(next, publicUrl) }]
}
