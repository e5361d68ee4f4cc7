import { jobKind } from "../../kernel/ports/Job.ts"

/** The names under which stores keep what belongs to files of invoices. */
export const batchJobs = {
  mail: jobKind("invoice.mail")
}
