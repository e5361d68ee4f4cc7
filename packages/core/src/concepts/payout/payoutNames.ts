import { jobKind } from "../../kernel/ports/Job.ts"

/** Names that stores keep of payouts. */

export const payoutJobs = {
  dispatch: jobKind("payout.dispatch")
}
