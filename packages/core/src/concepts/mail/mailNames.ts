import { jobKind } from "../../kernel/ports/Job.ts"

/** Names that stores keep of e-mails. The job of a payment link is its batch's. */

export const mailJobs = {
  receipt: jobKind("invoice.receipt")
}
