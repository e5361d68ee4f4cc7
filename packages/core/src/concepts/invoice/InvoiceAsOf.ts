import { invariant } from "../../kernel/machine/invariant.ts"
import type { Instant } from "../../kernel/time/Instant.ts"
import { Invoice, type InvoiceOrder, type InvoiceState, type IssuedInvoice } from "./Invoice.ts"

/** The same invoice, known to exist. */
export const issuedInvoice = (state: InvoiceState): IssuedInvoice => {
  invariant(state._tag !== "absent", "an issued invoice is never absent again")
  return state
}

/** An order in its state after creation. */
export const firstIssued = (order: InvoiceOrder): IssuedInvoice =>
  issuedInvoice(Invoice.evolve(Invoice.initial, { _tag: "InvoiceIssued", order }))

/** The invoice as its creation returned it. */
export const invoiceAtCreation = ({ order, redactedAt }: IssuedInvoice): IssuedInvoice => ({
  ...firstIssued(order),
  redactedAt
})

/** The invoice at this instant, whether or not its expiry was recorded yet. */
export const invoiceAsOf = (invoice: IssuedInvoice, now: Instant): IssuedInvoice =>
  invoice._tag === "pending" && now >= invoice.order.expiresAt
    ? {
        _tag: "expired",
        order: invoice.order,
        redactedAt: invoice.redactedAt,
        updatedAt: invoice.order.expiresAt
      }
    : invoice
