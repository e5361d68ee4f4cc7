import { creationScope } from "../../kernel/concept/ClaimScope.ts"
import { jobKind } from "../../kernel/ports/Job.ts"

/** Names that stores keep of crypto invoices. */

export const cryptoInvoiceJobs = {
  watch: jobKind("cryptoInvoice.watch")
}

export const cryptoInvoiceClaims = {
  create: creationScope("cryptoInvoice.create", "externalId")
}
