import { jobKind } from "../../kernel/ports/Job.ts"

/** The names under which stores keep what belongs to payouts. */
export const payoutJobs = {
  dispatch: jobKind("payout.dispatch")
}
