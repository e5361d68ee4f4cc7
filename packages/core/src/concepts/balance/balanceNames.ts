import { creationScope } from "../../kernel/concept/ClaimScope.ts"
import { idPrefix } from "../../kernel/concept/IdPrefix.ts"

/** Names that stores keep of balances. */

export const adjustmentPrefix = idPrefix("adj_")

export const balanceClaims = {
  /** By the idempotency key of its request, held by the adjustment. */
  adjustment: creationScope("adjustment.create")
}

/** What webhooks tell of. */
export const balanceEvents = ["balance.adjusted"] as const

declare module "../../kernel/ledger/Ledger.ts" {
  interface JournalEntryKinds {
    readonly "balance.adjusted": true
  }
}

declare module "../../kernel/work/Alert.ts" {
  interface AlertKinds {
    readonly "balance.negative": true
  }
}
