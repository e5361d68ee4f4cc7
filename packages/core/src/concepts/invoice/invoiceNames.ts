import { creationScope, partnerScope } from "../../kernel/concept/ClaimScope.ts"
import { idPrefix } from "../../kernel/concept/IdPrefix.ts"
import { jobKind } from "../../kernel/ports/Job.ts"

/** Names that stores keep of fiat invoices. */

export const invoicePrefix = idPrefix("inv_")

/** Whether an invoice, fiat or crypto, is a fiat one. */
export const isFiatInvoiceId = (id: string): boolean => id.startsWith(invoicePrefix)

export const invoiceJobs = {
  expire: jobKind("invoice.expire"),
  erase: jobKind("invoice.erase"),
  retain: jobKind("invoice.retain")
}

export const invoiceClaims = {
  create: creationScope("invoice.create"),
  /** By externalId. */
  externalId: partnerScope("invoice.externalId")
}

/** What webhooks tell of. */
export const invoiceEvents = [
  "invoice.created",
  "invoice.paid",
  "invoice.expired",
  "invoice.cancelled"
] as const

declare module "../../kernel/ledger/Ledger.ts" {
  interface JournalEntryKinds {
    readonly "invoice.paid": true
  }
}

declare module "../../kernel/idempotency/Idempotency.ts" {
  interface ReferenceKinds {
    readonly invoice: true
  }
}
