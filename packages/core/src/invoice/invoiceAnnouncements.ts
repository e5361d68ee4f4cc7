import type { Announcement } from "../webhook/Announcement.ts"
import type { FiatWebhookEvent } from "../webhook/WebhookEvents.ts"
import type { InvoiceEvent, IssuedInvoice } from "./Invoice.ts"
import { invoiceView } from "./InvoiceView.ts"

const typeOf: { readonly [Tag in InvoiceEvent["_tag"]]: FiatWebhookEvent | undefined } = {
  InvoiceIssued: "invoice.created",
  InvoicePaid: "invoice.paid",
  InvoiceExpired: "invoice.expired",
  InvoiceCancelled: "invoice.cancelled",
  // Who asked for it knows; what it ended on the way is told.
  InvoiceRedacted: undefined
}

/** What webhooks are told when an invoice goes on to `next`: the state it reached, not those it passed on the way. */
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
