import { jobKind } from "../../kernel/ports/Job.ts"

/** Names that stores keep of crypto invoices. */

export const cryptoInvoiceJobs = {
  watch: jobKind("cryptoInvoice.watch")
}
