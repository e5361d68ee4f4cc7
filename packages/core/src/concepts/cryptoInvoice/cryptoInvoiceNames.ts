import { creationScope } from "../../kernel/concept/ClaimScope.ts"
import { jobKind } from "../../kernel/ports/Job.ts"

/** Names that stores keep of crypto invoices. */

export const cryptoInvoiceJobs = {
  watch: jobKind("cryptoInvoice.watch")
}

export const cryptoInvoiceClaims = {
  create: creationScope("cryptoInvoice.create", "externalId")
}

/** What webhooks tell of. */
export const cryptoInvoiceEvents = [
  "crypto.invoice.confirming",
  "crypto.invoice.paid",
  "crypto.invoice.underpaid",
  "crypto.invoice.overpaid",
  "crypto.invoice.expired",
  "crypto.invoice.cancelled",
  "crypto.invoice.credited",
  "crypto.invoice.reversed",
  "crypto.invoice.reorganised"
] as const

declare module "../../kernel/ledger/Ledger.ts" {
  interface JournalEntryKinds {
    readonly "deposit.credited": true
    readonly "deposit.reversed": true
  }
}

declare module "../../kernel/work/Alert.ts" {
  interface AlertKinds {
    readonly "deposit.reversed": true
  }
}
