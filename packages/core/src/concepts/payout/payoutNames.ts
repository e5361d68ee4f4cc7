import { creationScope } from "../../kernel/concept/ClaimScope.ts"
import { jobKind } from "../../kernel/ports/Job.ts"

/** Names that stores keep of payouts. */

export const payoutJobs = {
  dispatch: jobKind("payout.dispatch")
}

export const payoutClaims = {
  create: creationScope("payout.create")
}

/** What webhooks tell of. */
export const payoutEvents = ["payout.completed", "payout.failed", "payout.late_settlement"] as const
