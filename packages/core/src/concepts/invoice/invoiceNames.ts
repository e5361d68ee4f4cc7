import { jobKind } from "../../kernel/ports/Job.ts"

/** The names under which stores keep what belongs to fiat invoices. */
export const invoiceJobs = {
  expire: jobKind("invoice.expire"),
  erase: jobKind("invoice.erase"),
  retain: jobKind("invoice.retain")
}
