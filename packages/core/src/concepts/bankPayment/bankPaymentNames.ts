import { jobKind } from "../../kernel/ports/Job.ts"

/** The names under which stores keep what belongs to bank payments. */
export const bankPaymentJobs = {
  follow: jobKind("bankPayment.follow")
}
