import { jobKind } from "../../kernel/ports/Job.ts"

/** The names under which stores keep what belongs to crypto invoices. */
export const cryptoInvoiceJobs = {
  watch: jobKind("cryptoInvoice.watch")
}
