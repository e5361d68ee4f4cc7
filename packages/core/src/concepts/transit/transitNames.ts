import { creationScope } from "../../kernel/concept/ClaimScope.ts"
import { idPrefix } from "../../kernel/concept/IdPrefix.ts"
import { jobKind } from "../../kernel/ports/Job.ts"

/** Names that stores keep of transit wallets. */

export const transitWalletPrefix = idPrefix("wal_")
export const transitDepositPrefix = idPrefix("dep_")

export const transitJobs = {
  watch: jobKind("transit.watch")
}

export const transitClaims = {
  create: creationScope("transitWallet.create")
}

/** What webhooks tell of. */
export const transitDepositEvents = ["payment.success", "payment.failed", "payment.received"] as const

/** What webhooks tell of. */
export const transitWalletEvents = ["wallet.created"] as const

declare module "../../kernel/ledger/Ledger.ts" {
  interface JournalEntryKinds {
    readonly "transit.credited": true
    readonly "transit.reversed": true
  }
}
