import { idPrefix } from "../../kernel/concept/IdPrefix.ts"

/** Names that stores keep of balances. */

export const adjustmentPrefix = idPrefix("adj_")

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
