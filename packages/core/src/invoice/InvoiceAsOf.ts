import { invariant } from "../machine/invariant.ts"
import type { Instant } from "../time/Instant.ts"
import type { InvoiceState, IssuedInvoice } from "./Invoice.ts"

/** The same invoice, known to exist. */
export const issuedInvoice = (state: InvoiceState): IssuedInvoice => {
  invariant(state._tag !== "absent", "an issued invoice is never absent again")
  return state
}

/** The invoice as the clock makes it, whether or not its expiry was recorded yet. */
export const invoiceAsOf = (invoice: IssuedInvoice, now: Instant): IssuedInvoice =>
  invoice._tag === "pending" && now >= invoice.order.expiresAt
    ? { _tag: "expired", order: invoice.order, updatedAt: invoice.order.expiresAt }
    : invoice
