import { idPrefix } from "../../kernel/concept/IdPrefix.ts"

/** Names that stores keep of balances. */

export const adjustmentPrefix = idPrefix("adj_")

/** What webhooks tell of. */
export const balanceEvents = ["balance.adjusted"] as const
