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
export const payoutEvents = [
  "payout.completed",
  "payout.failed",
  "payout.late_settlement",
  "payout.approval_required"
] as const

declare module "../../kernel/ledger/Ledger.ts" {
  interface JournalEntryKinds {
    readonly "payout.reserved": true
    readonly "payout.settled": true
    readonly "payout.returned": true
    readonly "payout.settledLate": true
  }
}

declare module "../../kernel/work/Alert.ts" {
  interface AlertKinds {
    readonly "payout.unknown": true
    readonly "payout.notFinal": true
    readonly "payout.refused": true
    readonly "payout.settledLate": true
  }
}

declare module "../../kernel/idempotency/Idempotency.ts" {
  interface ReferenceKinds {
    readonly payout: true
  }
}
