import { idPrefix } from "../../kernel/concept/IdPrefix.ts"
import { jobKind } from "../../kernel/ports/Job.ts"

/** Names that stores keep of bank payments. */

export const bankPaymentPrefix = idPrefix("pmt_")

export const bankPaymentJobs = {
  follow: jobKind("bankPayment.follow")
}
